import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Rate limits that protect accounts, stored so that a restart does not reset them. */
export async function rateWindows(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema
    .createTable('rate_windows')
    .addColumn('key_hash', text, (c) => c.primaryKey())
    .addColumn('used', integer, (c) => c.notNull())
    .addColumn('ends_at', integer, (c) => c.notNull())
    .execute();
  await sql.raw('create index rate_windows_end on rate_windows (ends_at)').execute(db);
}
