import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * On Postgres the index by size names a column of its own, which is null for folders: `size` of a folder changes with
 * every upload below it, and a row whose indexed columns stay as they are is updated without an entry in any index.
 * Postgres computes the column, so that servers of earlier versions fill it, too; their lists by size are sorted without
 * an index. SQLite writes only the indexes whose entries change, and stays as it is.
 */
export async function fileSizes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  // Room for the next version of a row in its page. Before the column, which writes the table anew.
  await sql`alter table items set (fillfactor = 95)`.execute(db);
  await sql`alter table storage_usage set (fillfactor = 50)`.execute(db);
  await sql`drop index items_by_size`.execute(db);
  await sql`
    alter table items add column file_size bigint generated always as (case when is_folder = 0 then size end) stored`.execute(
    db,
  );
  await sql`
    create index items_by_size on items (parent_id, file_size, name_key, name) include (row_id)
      where state = 'alive' and is_folder = 0`.execute(db);
}
