import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Retries of limited downloads, and tickets: one download of a share, file by file. */
export async function downloadRetries(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;

  // One statement for each column: SQLite adds no two at once.
  await db.schema
    .alterTable('share_transfers')
    .addColumn('retry_until', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('share_transfers')
    .addColumn('in_ticket', flag, (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('share_tickets')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id').onDelete('cascade'))
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await sql`create index share_tickets_share on share_tickets (share_id)`.execute(db);
  await sql`create index share_tickets_expiry on share_tickets (expires_at)`.execute(db);
}
