import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/**
 * Copies that share their content, contents to delete, and operations. Not additive: a server without this step does not know
 * that a content has more than one row, and would delete the bytes that a copy needs.
 */
export async function sharedContents(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await runStatements(db, dialect, tables);
  await runStatements(db, dialect, dialect === 'sqlite' ? versionsOfSqlite : versionsOfPostgres);
  await runStatements(
    db,
    dialect,
    `create index file_versions_shared on file_versions (shared_key) where shared_key is not null`,
  );
  await keepDeletions(db);
}

const tables = `
alter table items add column shared_key text check (shared_key is null or blob_key is null);
create index items_shared on items (shared_key) where shared_key is not null;

create table dropped_contents (
  blob_key text primary key, due_at integer not null
);
create index dropped_contents_due on dropped_contents (due_at);

create table operations (
  row_id integer primary key autoincrement, id text not null unique,
  owner_id integer not null references owners (row_id), folder_id text, kind text not null, status text not null,
  request text not null, done integer not null default 0, total integer not null, progress text not null, result text,
  created_at integer not null, ended_at integer
);
create index operations_running on operations (owner_id) where status = 'running';
create index operations_ended on operations (ended_at) where ended_at is not null;
create table operation_folders (
  row_id integer primary key autoincrement, operation_id integer not null references operations (row_id) on delete cascade,
  source_id integer not null, target_id integer not null, after_at integer not null, after_id integer not null, until_id integer not null
);
create index operation_folders_operation on operation_folders (operation_id, row_id)
`;

// SQLite cannot take "not null" from a column.
const versionsOfSqlite = `
create table kept_versions (
  item_id integer not null references items (row_id), version integer not null,
  owner_id integer not null references users (row_id), blob_key text unique, shared_key text,
  size integer not null check (size >= 0), mime_type text, sha256 text, crc32 integer, preview_key text,
  modified_at integer, uploaded_at integer not null, replaced_at integer not null, scan text, virus text,
  constraint file_versions_pk primary key (item_id, version), check ((blob_key is null) <> (shared_key is null))
);
insert into kept_versions (item_id, version, owner_id, blob_key, size, mime_type, sha256, crc32, preview_key, modified_at,
    uploaded_at, replaced_at, scan, virus)
  select item_id, version, owner_id, blob_key, size, mime_type, sha256, crc32, preview_key, modified_at, uploaded_at,
    replaced_at, scan, virus from file_versions;
drop table file_versions;
alter table kept_versions rename to file_versions;
create index file_versions_age on file_versions (replaced_at);
create index file_versions_owner on file_versions (owner_id, size);
create index file_versions_preview on file_versions (preview_key) where preview_key is not null
`;

const versionsOfPostgres = `
alter table file_versions add column shared_key text;
alter table file_versions alter column blob_key drop not null;
alter table file_versions add check ((blob_key is null) <> (shared_key is null))
`;

/** Contents whose deletion was a job become contents to delete. */
async function keepDeletions(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ payload: string }>`
    select payload from jobs where type = 'files.versions.bytes'`.execute(db);
  for (const { payload } of rows)
    for (const key of (JSON.parse(payload) as { readonly blobKeys: readonly string[] }).blobKeys)
      await sql`insert into dropped_contents (blob_key, due_at) values (${key}, 0) on conflict do nothing`.execute(db);
  await sql`delete from jobs where type = 'files.versions.bytes'`.execute(db);
}
