import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** The trash: its items in order, purges in progress, and the thumbnails of files. */
export async function trash(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  await db.schema.alterTable('items').addColumn('preview_key', text).execute();
  const index = (name: string, definition: string): Promise<unknown> =>
    sql.raw(`create index "${name}" on "items" ${definition}`).execute(db);
  // A trashed folder is one row that includes its content: trashing changes one row for any size.
  await index('items_trash', `(owner_id, deleted_at, row_id) where state = 'trashed'`);
  await index('items_trash_age', `(deleted_at, row_id) where state = 'trashed'`);
  await index('items_purging', `(row_id) where state = 'purging'`);
  await index('items_preview', `(preview_key) where preview_key is not null`);
}
