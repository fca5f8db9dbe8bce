import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds groups of users. */
export const groups = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, tables);

const tables = `
create table user_groups (
  row_id integer primary key autoincrement, id text not null unique, name text not null,
  name_key text not null unique, external_id text unique, created_at integer not null
);
create table group_members (
  group_id integer not null references user_groups (row_id) on delete cascade,
  user_id integer not null references users (row_id), source text not null, added_at integer not null,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id, group_id)
`;
