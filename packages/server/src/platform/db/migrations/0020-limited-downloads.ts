import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Bytes delivered through shares that limit their downloads, by signed URL. */
export async function limitedDownloads(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;

  await db.schema
    .createTable('share_transfers')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id').onDelete('cascade'))
    .addColumn('total_bytes', integer, (c) => c.notNull())
    .addColumn('sent_bytes', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('lost_bytes', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('counted', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await sql`create index share_transfers_share on share_transfers (share_id)`.execute(db);
  await sql`create index share_transfers_expiry on share_transfers (expires_at)`.execute(db);
}
