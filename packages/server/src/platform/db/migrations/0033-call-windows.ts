import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * Rate limits of which a restart of the database may reset the counts, so that its log does not contain every request.
 * SQLite has one server, which counts them in memory, and leaves the table empty.
 */
export async function callWindows(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const [unlogged, text, integer] =
    dialect === 'postgres' ? [sql`unlogged`, sql`text collate "C"`, sql`bigint`] : [sql``, sql`text`, sql`integer`];
  await sql`
    create ${unlogged} table call_windows (
      key_hash ${text} primary key,
      used ${integer} not null,
      ends_at ${integer} not null
    )`.execute(db);
  await sql`create index call_windows_end on call_windows (ends_at)`.execute(db);
}
