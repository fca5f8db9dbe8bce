import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { SealedValues } from '../../platform/secrets.ts';

export interface SavedRow {
  /** Without `DRIVE_`. */
  readonly name: string;
  readonly value: string | null;
  readonly sealed: string | null;
}

/** Binds an encrypted value to its setting. */
export const sealOwnerOf = (name: string): string => `setting ${name}`;

/** Grows with each change; 0: nothing was ever saved. */
export async function findRevision(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('saved_settings')
    .select(({ fn }) => fn.max('revision').as('revision'))
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Those that have a value, by name. */
export const listSaved = (reader: Reader): Promise<SavedRow[]> =>
  reader
    .selectFrom('saved_settings')
    .select(['name', 'value', 'sealed'])
    .where(({ or, eb }) => or([eb('value', 'is not', null), eb('sealed', 'is not', null)]))
    .orderBy('name')
    .execute();

/** A row without a value stays, because its revision shows other servers that it was reset. */
export async function writeSaved(tx: Tx, rows: readonly SavedRow[], revision: number): Promise<void> {
  await tx
    .insertInto('saved_settings')
    .values(rows.map((row) => ({ ...row, revision })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql.ref('excluded.value'),
        sealed: sql.ref('excluded.sealed'),
        revision: sql.ref('excluded.revision'),
      }),
    )
    .execute();
}

export const sealedSettings: SealedValues = {
  what: 'secrets in saved settings',
  purpose: 'setting',
  list: async (reader, after, limit) => {
    const rows = await reader
      .selectFrom('saved_settings')
      .select(['row_id as rowId', 'name', 'sealed'])
      .where('row_id', '>', after)
      .where('sealed', 'is not', null)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    return rows.map(({ rowId, name, sealed }) => ({ rowId, owner: sealOwnerOf(name), sealed: sealed ?? '' }));
  },
  replace: async (tx, { rowId, sealed: from }, to) => {
    await tx
      .updateTable('saved_settings')
      .set({ sealed: to })
      .where('row_id', '=', rowId)
      .where('sealed', '=', from)
      .execute();
  },
};
