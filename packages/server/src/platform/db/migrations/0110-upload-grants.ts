import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds upload grants, and the orders in which their uploads are counted and ended. */
export const uploadGrants = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements);

const statements = `
create table upload_grants (
  row_id integer primary key autoincrement, id text not null unique,
  owner_id integer not null references owners (row_id), key_id integer, root_id text,
  token_hash text not null unique, prefix text not null, folder_id text, expires_at integer not null,
  max_files integer not null, used_files integer not null default 0 check (used_files between 0 and max_files),
  max_file_bytes integer, max_total_bytes integer, used_bytes integer not null default 0,
  allowed_types text, allowed_origins text, on_conflict text not null, annotations text, data text,
  is_shared flag not null, revoked_at integer, created_at integer not null,
  check (used_bytes >= 0 and (max_total_bytes is null or used_bytes <= max_total_bytes))
);
create index upload_grants_owner on upload_grants (owner_id, row_id);
create index upload_grants_active on upload_grants (owner_id, expires_at)
  where revoked_at is null and used_files < max_files;
create index upload_grants_expiry on upload_grants (expires_at);
create index upload_sessions_granted on upload_sessions (origin) where purpose = 'grant';
create index upload_sessions_grant_open on upload_sessions (origin)
  where purpose = 'grant' and status in ('PENDING', 'UPLOADING')
`;
