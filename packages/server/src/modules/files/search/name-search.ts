import type { Tx } from '../../../platform/db/database.ts';

/** Finds an owner's files by what is in their names. */
export interface NameSearch {
  /**
   * Says that these rows (items.row_id) are new, or have another name, place or state than before; what lies below a
   * folder is not named. Heard of once the transaction is durable.
   */
  changed(tx: Tx, ownerId: number, rowIds: readonly number[]): void;
}

export const createNameSearch = (): NameSearch => ({ changed: () => {} });
