import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Uploads in progress whose bytes are parts of an object in an object storage. */
export async function stagedUploads(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('staged_uploads')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('blob_key', text, (c) => c.notNull())
    .addColumn('upload_id', text)
    .addColumn('parts', text, (c) => c.notNull())
    .addColumn('tail_key', text)
    .addColumn('tail_bytes', integer, (c) => c.notNull())
    .addColumn('turn', integer, (c) => c.notNull())
    .addColumn('modified_at', integer, (c) => c.notNull())
    .execute();
}
