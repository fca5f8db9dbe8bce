import type { Database } from '@drive/database';
import { sql } from 'kysely';

/** Creates the table as the migrations of the server do. */
export async function createJobsTable(database: Database<any>): Promise<void> {
  const rowId = database.dialect === 'postgres' ? 'bigint generated always as identity' : 'integer';
  await database.write(async (tx) => {
    await sql`create table jobs (
      row_id ${sql.raw(rowId)} primary key, type text not null, key text, payload text not null, run_at bigint not null,
      attempts integer not null default 0, claimed_by text, created_at bigint not null, failed_at bigint,
      last_error text, id text)`.execute(tx);
    await sql`create unique index jobs_key on jobs (key) where key is not null and failed_at is null`.execute(tx);
  });
}
