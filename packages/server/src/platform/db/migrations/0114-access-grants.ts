import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds what users and groups were given on items, and who added and changed an item. */
export const accessGrants = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, tables);

const tables = `
create table access_grants (
  row_id integer primary key autoincrement, id text not null unique,
  item_id integer not null references items (row_id),
  user_id integer references users (row_id),
  group_id integer references user_groups (row_id) on delete cascade,
  role text not null, created_by integer references users (row_id), created_at integer not null
);
create index access_grants_item on access_grants (item_id, row_id);
create unique index access_grants_user on access_grants (user_id, item_id) where user_id is not null;
create unique index access_grants_group on access_grants (group_id, item_id) where group_id is not null;
alter table items add column created_by integer;
alter table items add column modified_by integer;
alter table upload_sessions add column reserved_by integer
`;
