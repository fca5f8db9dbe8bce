import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * The number of items of each owner, with those that open uploads hold; and WebDAV properties as a part of the stored
 * bytes. A server without this step would change neither.
 */
export async function itemCounts(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  await db.schema
    .alterTable('storage_usage')
    .addColumn('item_count', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('upload_sessions')
    .addColumn('holds_item', flag, (c) => c.notNull().defaultTo(1))
    .execute();
  // A purge deletes them from now on.
  await sql`delete from dav_properties where item_id in (select row_id from items where state = 'purged')`.execute(db);
  await sql`update storage_usage set item_count = counted.items from (
      select owner_id, count(*) as items from (
        select owner_id from items where parent_id is not null and state in ('alive', 'trashed')
        union all
        select owner_id from upload_sessions where status in ('PENDING', 'UPLOADING')
      ) as item group by owner_id
    ) as counted where counted.owner_id = storage_usage.owner_id`.execute(db);
  await sql`update storage_usage set stored_bytes = stored_bytes + counted.bytes from (
      select items.owner_id, sum(octet_length(p.namespace) + octet_length(p.name) + octet_length(p.xml)) as bytes
        from dav_properties as p join items on items.row_id = p.item_id group by items.owner_id
    ) as counted where counted.owner_id = storage_usage.owner_id`.execute(db);
}
