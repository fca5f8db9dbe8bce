import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/**
 * Adds who did what: the user of an event, and the recipient who downloaded. An item is asked for what happened to it. Adds what users
 * are told of, and when by email.
 */
export const activity = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, statements);

const statements = `
alter table events add column actor_id integer;
alter table events add column recipient text;
create index events_item on events (item_id, row_id) where item_id is not null;
alter table users add column notification_mail text;
create table notifications (
  row_id integer primary key autoincrement, id text not null unique,
  user_id integer not null references users (row_id), type text not null, about text,
  item_id text, item_name text, actor_id integer, details text not null, happened integer not null,
  unread flag not null, created_at integer not null, read_at integer, mailed_at integer
);
create unique index notifications_about on notifications (user_id, about) where about is not null;
create index notifications_list on notifications (user_id, unread, created_at, row_id);
create index notifications_age on notifications (created_at)
`;
