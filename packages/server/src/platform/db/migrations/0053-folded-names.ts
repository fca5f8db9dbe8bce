import { foldName } from '@drive/contract';
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Rows per query. */
const rowsAtOnce = 500;

/** Computes the folded names again that have a dot above an `i`, because `İ` now folds to `i`. */
export async function foldedNames(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const position = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  for (const table of [sql.table('items'), sql.table('users')])
    for (let after = 0; ;) {
      const { rows } = await sql<{ row_id: number; name: string }>`
        select row_id, name from ${table}
        where row_id > ${after} and name is not null and ${position}(name_key, ${'i\u0307'}) > 0
        order by row_id limit ${rowsAtOnce}`.execute(db);
      for (const { row_id: rowId, name } of rows)
        await sql`update ${table} set name_key = ${foldName(name)} where row_id = ${rowId}`.execute(db);
      after = rows.at(-1)?.row_id ?? 0;
      if (rows.length < rowsAtOnce) break;
    }
}
