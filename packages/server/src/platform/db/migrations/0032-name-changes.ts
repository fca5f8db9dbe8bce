import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * The rows of `items` that searches in the memory of other servers have to read again. On Postgres triggers write them,
 * so that no statement is added to a transaction, and servers of earlier versions write them, too. SQLite has one
 * server, and leaves the table empty.
 */
export async function nameChanges(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('name_changes')
    .addColumn('owner_id', integer, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull())
    .addColumn('item_row_id', integer, (c) => c.notNull())
    .addColumn('changed_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('name_changes_pkey', ['owner_id', 'version', 'item_row_id'])
    .execute();
  await db.schema.createIndex('name_changes_by_time').on('name_changes').column('changed_at').execute();
  if (dialect === 'sqlite') return;

  await sql`
    create function note_name_change() returns trigger language plpgsql as $$
    begin
      insert into name_changes (owner_id, version, item_row_id, changed_at)
      values (new.owner_id, pg_current_xact_id()::text::bigint, new.row_id, extract(epoch from clock_timestamp()) * 1000)
      on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger items_added after insert on items
      for each row execute function note_name_change()`.execute(db);
  // The size of a folder changes with every upload below it.
  await sql`
    create trigger items_renamed after update of name, name_key, parent_id, state, size, created_at on items
      for each row when (
        (old.name, old.name_key, old.parent_id, old.state, old.created_at)
          is distinct from (new.name, new.name_key, new.parent_id, new.state, new.created_at)
        or (new.is_folder = 0 and old.size is distinct from new.size)
      ) execute function note_name_change()`.execute(db);
}
