import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds what else signs users in: identities of single sign-on, passkeys, links of operators, and users of SCIM. */
export const identities = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, statements);

const statements = `
create table identities (
  row_id integer primary key autoincrement, id text not null unique,
  user_id integer not null references users (row_id), issuer text not null, subject text not null, email text,
  refresh_token text, checked_at integer not null, created_at integer not null, last_used_at integer not null
);
create unique index identities_subject on identities (issuer, subject);
create index identities_user on identities (user_id);
create index identities_checks on identities (checked_at) where refresh_token is not null;

create table sign_in_attempts (
  state_hash text primary key, browser_hash text not null, purpose text not null, session_id integer,
  secrets text not null, return_to text not null, expires_at integer not null
);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

create table passkeys (
  row_id integer primary key autoincrement, id text not null unique,
  user_id integer not null references users (row_id), credential_id text not null unique, public_key text not null,
  counter integer not null, transports text not null, name text not null, created_at integer not null,
  last_used_at integer
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text primary key, user_id integer, expires_at integer not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table login_links (
  token_hash text primary key, user_id integer not null references users (row_id), expires_at integer not null
);
create index login_links_user on login_links (user_id);
create index login_links_expiry on login_links (expires_at);

create table scim_users (
  user_id integer primary key references users (row_id), external_id text unique, user_name text not null,
  user_name_key text not null unique
);

alter table users add column suspended_at integer;
alter table sessions add column identity_id integer;
alter table sessions add column issuer_session text;
alter table sessions add column id_token text;
alter table sessions add column ends_at integer;
create index sessions_identity on sessions (identity_id) where identity_id is not null
`;
