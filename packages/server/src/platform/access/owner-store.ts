import { sql } from 'kysely';
import type { OwnerKind, Reader, Tx } from '../db/index.ts';

export interface Owner {
  /** Row id of the user: a row id of both tables means the same. */
  readonly rowId: number;
  readonly id: string;
  readonly kind: OwnerKind;
  /** A quota for this owner alone; null: that of its plan. */
  readonly quotaBytes: number | null;
}

/** Call in the transaction that creates the user. Does nothing if the owner exists. */
export async function insertOwner(tx: Tx, { rowId, id, kind, quotaBytes }: Owner): Promise<void> {
  await tx
    .insertInto('owners')
    .values({ row_id: rowId, id, kind, quota_bytes: quotaBytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setQuota(tx: Tx, ownerId: number, quotaBytes: number | null): Promise<void> {
  await tx.updateTable('owners').set({ quota_bytes: quotaBytes }).where('row_id', '=', ownerId).execute();
}

// A literal instead of a parameter: SQLite uses a partial index only if the statement contains its condition.
const anonymous = sql.lit<'anonymous'>('anonymous');

/** owners.row_id of what guests leave; undefined before the first of them. */
export async function findAnonymousOwner(reader: Reader): Promise<number | undefined> {
  const row = await reader.selectFrom('owners').select('row_id').where('kind', '=', anonymous).executeTakeFirst();
  return row?.row_id;
}
