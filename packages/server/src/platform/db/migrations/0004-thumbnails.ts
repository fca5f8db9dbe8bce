import { sql, type Kysely } from 'kysely';

/** Images from before thumbnails existed: one job processes the files, once. */
export async function thumbnails(db: Kysely<any>): Promise<void> {
  await sql
    .raw(
      `insert into jobs (type, key, payload, run_at, created_at)
        select 'files.previews', null, '{"afterRowId":0}', 0, 0 where exists (select 1 from items where is_folder = 0)`,
    )
    .execute(db);
}
