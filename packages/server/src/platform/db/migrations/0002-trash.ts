import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** The trash: what is in it, in order; what is on its way out of it; and the thumbnails of files. */
export async function trash(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  await db.schema.alterTable('items').addColumn('preview_key', text).execute();
  const index = (name: string, definition: string): Promise<unknown> =>
    sql.raw(`create index "${name}" on "items" ${definition}`).execute(db);
  // Folders stand in it with all that lies below: trashing one changes one row, however much it holds.
  await index('items_trash', `(owner_id, deleted_at, row_id) where state = 'trashed'`);
  await index('items_trash_age', `(deleted_at, row_id) where state = 'trashed'`);
  await index('items_purging', `(row_id) where state = 'purging'`);
  await index('items_preview', `(preview_key) where preview_key is not null`);
}
