/** Accounts and what signs them in. */
export const accountTables = `
create table users (
  row_id integer primary key autoincrement, id text not null unique, email text not null,
  email_key text not null unique, name text, password_hash text not null,
  plan text not null check (plan in ('free', 'paid')), is_admin flag not null, created_at integer not null,
  is_system flag not null default 0, disabled_at integer, deleted_at integer, signed_in_at integer,
  quota_bytes integer, name_key text not null default ''
);
create unique index users_system on users (is_system) where is_system = 1;

create table sessions (
  row_id integer primary key autoincrement, id text not null unique,
  user_id integer not null references users (row_id), token_hash text not null unique, user_agent text,
  created_at integer not null, last_used_at integer not null, expires_at integer not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  token_hash text primary key, user_id integer not null references users (row_id), expires_at integer not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);

create table invites (
  id text primary key, token_hash text not null unique, email text,
  created_by integer not null references users (row_id), created_at integer not null,
  expires_at integer not null, used_at integer
);

create table totp (
  user_id integer primary key references users (row_id) on delete cascade, secret text not null,
  last_step integer not null, failures integer not null default 0, failing_since integer not null default 0,
  created_at integer not null, confirmed_at integer
);

create table recovery_codes (
  code_hash text primary key, user_id integer not null references users (row_id) on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);

create table api_keys (
  row_id integer primary key autoincrement, id text not null unique,
  user_id integer not null references users (row_id), prefix text not null, key_hash text not null unique,
  label text, created_at integer not null, last_used_at integer, revoked_at integer, scopes text,
  folder_id text, expires_at integer
);
create index api_keys_user on api_keys (user_id, created_at);

create table device_codes (
  device_code_hash text primary key, user_code text not null unique,
  state text not null check (state in ('waiting', 'approved', 'refused', 'done')),
  user_id integer references users (row_id), created_at integer not null, expires_at integer not null,
  polled_at integer
);
create index device_codes_expiry on device_codes (expires_at);
`;
