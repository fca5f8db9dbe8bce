import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds roles for people who are invited, which end with their invitation. */
export const accessInvites = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements);

const statements = `
create table access_invites (
  invite_id text primary key not null references invites (id) on delete cascade,
  item_id integer not null references items (row_id) on delete cascade,
  email_key text not null, role text not null
);
create unique index access_invites_item on access_invites (item_id, email_key);
create index access_invites_email on access_invites (email_key)
`;
