import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Results of scans for viruses, and the contents that administrators released in spite of one. */
export async function scans(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  for (const table of ['items', 'file_versions'])
    for (const column of ['scan', 'virus']) await db.schema.alterTable(table).addColumn(column, text).execute();

  await db.schema
    .createTable('released_contents')
    .addColumn('content', text, (c) => c.primaryKey())
    .addColumn('released_at', integer, (c) => c.notNull())
    .execute();
}
