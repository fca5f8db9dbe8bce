import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Locks and dead properties of WebDAV. */
export async function webdav(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  const withRowId = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('row_id', integer, (column) =>
        dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
      );

  await withRowId('dav_locks')
    .addColumn('token', text, (c) => c.notNull().unique())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('is_deep', flag, (c) => c.notNull())
    .addColumn('is_exclusive', flag, (c) => c.notNull())
    .addColumn('owner_xml', text)
    .addColumn('timeout_seconds', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await sql`create index dav_locks_owner on dav_locks (owner_id, row_id)`.execute(db);
  await sql`create index dav_locks_expiry on dav_locks (expires_at)`.execute(db);

  await withRowId('dav_properties')
    .addColumn('item_id', integer, (c) => c.notNull().references('items.row_id'))
    .addColumn('namespace', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('xml', text, (c) => c.notNull())
    .execute();
  await sql`create unique index dav_properties_name on dav_properties (item_id, namespace, name)`.execute(db);
}
