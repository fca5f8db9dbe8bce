import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import { accountTables } from './base/account-tables.ts';
import { fileTables } from './base/file-tables.ts';
import { linkTables } from './base/link-tables.ts';
import { platformTables } from './base/platform-tables.ts';
import { runStatements } from './run-statements.ts';

/** The schema of commit 63ba3cf2, the oldest version whose databases and backups are upgraded. */
export async function base(db: Kysely<any>, dialect: Dialect): Promise<void> {
  for (const tables of [accountTables, fileTables, linkTables, platformTables])
    await runStatements(db, dialect, tables);
  await runStatements(db, dialect, dialect === 'sqlite' ? sqliteTables : postgresTables);
  if (dialect === 'postgres') for (const statement of postgresFunctions) await sql.raw(statement).execute(db);
}

const sqliteTables = `
create index items_by_size on items (parent_id, size, name_key, name) where state = 'alive' and is_folder = 0;

create table events (
  row_id integer primary key autoincrement, id text not null unique, type text not null,
  user_id integer not null references users (row_id), data text not null, created_at integer not null,
  transaction_id integer not null default 0
);
create index events_user on events (user_id, row_id);
create index events_age on events (created_at);

create table call_windows (
  key_hash text primary key, used integer not null, ends_at integer not null
);
create index call_windows_end on call_windows (ends_at);
`;

/**
 * On Postgres
 * - the index by size names a column of its own, which is null for folders: `size` of a folder changes with every upload
 *   below it, and a row whose indexed columns stay as they are is updated without an entry in any index; the fill factor
 *   leaves space for the next version of a row in its page;
 * - events are stored in a partition for each day, which is dropped whole, and those of days without a partition in
 *   `events_rest`; row ids come from a sequence, because identity columns of partitioned tables need Postgres 17; the
 *   transaction orders them, so that publishing needs no lock;
 * - `call_windows` is not in the log of the database: a restart of the database may reset these counts.
 */
const postgresTables = `
alter table items set (fillfactor = 95);
alter table storage_usage set (fillfactor = 50);
alter table items add column file_size integer generated always as (case when is_folder = 0 then size end) stored;
create index items_by_size on items (parent_id, file_size, name_key, name) include (row_id)
  where state = 'alive' and is_folder = 0;

create sequence events_row_id_seq;
create table events (
  row_id integer not null default nextval('events_row_id_seq'), id text not null, type text not null,
  user_id integer not null constraint events_user_id_fkey1 references users (row_id), data text not null,
  created_at integer not null, transaction_id integer not null, primary key (row_id, created_at)
) partition by range (created_at);
alter sequence events_row_id_seq owned by events.row_id;
create index events_id on events (id);
create index events_user on events (user_id, transaction_id, row_id);
create table events_rest partition of events default;
create index events_rest_age on events_rest (created_at);

create unlogged table call_windows (
  key_hash text primary key, used integer not null, ends_at integer not null
);
create index call_windows_end on call_windows (ends_at)
`;

const postgresFunctions = [
  'alter table events alter column transaction_id set default pg_current_xact_id()::text::bigint',
  // The rows of `items` that searches in the memory of other servers have to read again.
  `create function note_name_change() returns trigger language plpgsql as $$
    begin
      insert into name_changes (owner_id, version, item_row_id, changed_at)
      values (new.owner_id, pg_current_xact_id()::text::bigint, new.row_id, extract(epoch from clock_timestamp()) * 1000)
      on conflict do nothing;
      return null;
    end $$`,
  `create trigger items_added after insert on items
    for each row execute function note_name_change()`,
  // The size of a folder changes with every upload below it.
  `create trigger items_renamed after update of name, name_key, parent_id, state, size, created_at on items
    for each row when (
      (old.name, old.name_key, old.parent_id, old.state, old.created_at)
        is distinct from (new.name, new.name_key, new.parent_id, new.state, new.created_at)
      or (new.is_folder = 0 and old.size is distinct from new.size)
    ) execute function note_name_change()`,
  // Servers before 63ba3cf2 expected the body of an event in each delivery; the next step removes this.
  `create function give_delivery_its_body() returns trigger language plpgsql as $$
    begin
      select '{"id":"' || id || '","type":"' || type || '","created":' || created_at / 1000 || ',"data":' || data || '}'
        into new.body from events where id = new.event_id;
      return new;
    end $$`,
  `create trigger deliveries_claimed before update of claimed_by on webhook_deliveries
    for each row when (new.body = '' and new.claimed_by not like 'e:%')
    execute function give_delivery_its_body()`,
];
