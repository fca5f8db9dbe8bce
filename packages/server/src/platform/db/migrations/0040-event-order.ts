import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * Orders events by transaction, so that publishing needs no lock: a reader stops before those that an open transaction
 * may precede. SQLite has one writer, whose row ids are in the order of the commits.
 */
export async function eventOrder(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = sql.raw(dialect === 'postgres' ? 'bigint' : 'integer');
  await sql`alter table events add column transaction_id ${integer} not null default 0`.execute(db);
  if (dialect === 'sqlite') return;
  await sql`
    alter table events alter column transaction_id set default pg_current_xact_id()::text::bigint`.execute(db);
  await sql`drop index events_user`.execute(db);
  await sql`create index events_user on events (user_id, transaction_id, row_id)`.execute(db);
}
