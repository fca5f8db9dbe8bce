import { sql, type Kysely } from 'kysely';

/** Folders whose contents searches leave out: so few rows that each search can read them. */
export async function search(db: Kysely<any>): Promise<void> {
  await sql
    .raw(
      `create index "items_hidden_folders" on "items" (owner_id, row_id)
        where is_folder = 1 and state in ('trashed', 'purging')`,
    )
    .execute(db);
}
