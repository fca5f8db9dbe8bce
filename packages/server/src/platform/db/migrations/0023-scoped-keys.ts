import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Scopes, folder and expiry of keys. Existing keys keep all scopes. */
export async function scopedKeys(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema.alterTable('api_keys').addColumn('scopes', text).execute();
  await db.schema.alterTable('api_keys').addColumn('folder_id', text).execute();
  await db.schema.alterTable('api_keys').addColumn('expires_at', integer).execute();
}
