import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** The visitor's network of an open upload: to count its uploads and those without bytes. */
export async function strangersUploads(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  await db.schema.alterTable('upload_sessions').addColumn('network_hash', text).execute();
  await sql`create index upload_sessions_network on upload_sessions (network_hash)
    where status in ('PENDING', 'UPLOADING') and network_hash is not null`.execute(db);
  await sql`create index upload_sessions_unbegun on upload_sessions (active_at)
    where status = 'PENDING' and network_hash is not null`.execute(db);
}
