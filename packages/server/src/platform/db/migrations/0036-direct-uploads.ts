import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Uploads whose client may send the bytes to the object storage itself. */
export async function directUploads(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .alterTable('upload_sessions')
    .addColumn('is_direct', integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
