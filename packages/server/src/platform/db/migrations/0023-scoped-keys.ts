import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** What a key may do, in which folder, and until when. Keys from before may do everything. */
export async function scopedKeys(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema.alterTable('api_keys').addColumn('scopes', text).execute();
  await db.schema.alterTable('api_keys').addColumn('folder_id', text).execute();
  await db.schema.alterTable('api_keys').addColumn('expires_at', integer).execute();
}
