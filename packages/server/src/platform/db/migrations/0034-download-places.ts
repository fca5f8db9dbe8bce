import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Responses that are being sent through shares with limited downloads, by the server that sends them. */
export async function downloadPlaces(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('download_places')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('share_id', integer, (c) => c.notNull())
    .addColumn('node_id', text, (c) => c.notNull())
    .addColumn('key', text)
    .addColumn('downloads', sql`double precision`, (c) => c.notNull())
    .execute();
  await sql`create index download_places_share on download_places (share_id)`.execute(db);
}
