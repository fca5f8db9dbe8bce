import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Reservations of single requests, metadata of tus clients, and the sums that clients of WebDAV compare. */
export async function reception(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;

  await sql`alter table upload_sessions add column ends_with_request ${integer} not null default 0`.execute(db);
  await sql`alter table upload_sessions add column tus_metadata ${text}`.execute(db);
  // Of requests that a crash or the stop for this upgrade has ended.
  await sql`update upload_sessions set ends_with_request = 1, purpose = null where purpose = 'room'`.execute(db);

  await db.schema
    .createTable('content_checksums')
    .addColumn('blob_key', text, (c) => c.primaryKey())
    .addColumn('sha1', text)
    .addColumn('md5', text)
    .execute();
  await sql`create index content_checksums_wanted on content_checksums (blob_key) where sha1 is null`.execute(db);
}
