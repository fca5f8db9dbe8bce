/** The tree, its contents, and uploads. */
export const fileTables = `
create table items (
  row_id integer primary key autoincrement, id text not null unique,
  owner_id integer not null references users (row_id), parent_id integer references items (row_id),
  is_folder flag not null, name text not null, name_key text not null,
  size integer not null check (size >= 0), child_files integer not null default 0 check (child_files >= 0),
  child_folders integer not null default 0 check (child_folders >= 0), mime_type text, sha256 text,
  blob_key text unique, state text not null check (state in ('alive', 'trashed', 'purging', 'purged')),
  quarantined flag not null default 0, download_count integer not null default 0, created_at integer not null,
  deleted_at integer, preview_key text, crc32 integer, version integer not null default 1, modified_at integer
);
create unique index items_root on items (owner_id) where parent_id is null;
create unique index items_sibling on items (parent_id, name) where state = 'alive' and parent_id is not null;
create index items_by_type on items (parent_id, is_folder desc, name_key, name) include (row_id)
  where state = 'alive';
create index items_by_name on items (parent_id, name_key, name) include (row_id) where state = 'alive';
create index items_by_time on items (parent_id, created_at, row_id) where state = 'alive';
create index items_search on items (owner_id, name_key, name) include (row_id)
  where state = 'alive' and is_folder = 0;
create index items_trash on items (owner_id, deleted_at, row_id) where state = 'trashed';
create index items_trash_age on items (deleted_at, row_id) where state = 'trashed';
create index items_purging on items (row_id) where state = 'purging';
create index items_preview on items (preview_key) where preview_key is not null;
create index items_hidden_folders on items (owner_id, row_id)
  where is_folder = 1 and state in ('trashed', 'purging');
create index items_newest on items (row_id, owner_id, quarantined)
  where is_folder = 0 and state in ('alive', 'trashed');
create index items_owner_newest on items (owner_id, row_id, quarantined)
  where is_folder = 0 and state in ('alive', 'trashed');
create index items_quarantined on items (row_id)
  where is_folder = 0 and state in ('alive', 'trashed') and quarantined = 1;

create table file_versions (
  item_id integer not null references items (row_id), version integer not null,
  owner_id integer not null references users (row_id), blob_key text not null unique,
  size integer not null check (size >= 0), mime_type text, sha256 text, crc32 integer, preview_key text,
  modified_at integer, uploaded_at integer not null, replaced_at integer not null,
  constraint file_versions_pk primary key (item_id, version)
);
create index file_versions_age on file_versions (replaced_at);
create index file_versions_owner on file_versions (owner_id, size);
create index file_versions_preview on file_versions (preview_key) where preview_key is not null;

create table storage_usage (
  owner_id integer primary key references users (row_id),
  stored_bytes integer not null check (stored_bytes >= 0),
  trash_bytes integer not null check (trash_bytes >= 0),
  reserved_bytes integer not null check (reserved_bytes >= 0), file_count integer not null default 0
);

create table quarantines (
  item_id integer primary key references items (row_id) on delete cascade, reason text,
  created_at integer not null
);

create table name_changes (
  owner_id integer not null, version integer not null, item_row_id integer not null,
  changed_at integer not null, primary key (owner_id, version, item_row_id)
);
create index name_changes_by_time on name_changes (changed_at);

create table upload_sessions (
  id text primary key, owner_id integer not null references users (row_id), file_id text not null unique,
  parent_id integer not null references items (row_id), file_name text not null, content_type text not null,
  size_bytes integer not null check (size_bytes > 0), blob_key text not null unique,
  status text not null check (status in ('PENDING', 'UPLOADING', 'COMPLETE', 'FAILED')),
  created_at integer not null, active_at integer not null, purpose text, network_hash text,
  on_conflict text not null default 'rename' check (on_conflict in ('rename', 'replace', 'fail')),
  precondition text, replaced_id text, modified_at integer, is_direct integer not null default 0,
  held_by text, held_for text, held_until integer not null default 0, heard_at integer not null default 0,
  has_bytes integer not null default 0, turn integer not null default 0, wanted text
);
create index upload_sessions_open on upload_sessions (active_at) where status in ('PENDING', 'UPLOADING');
create index upload_sessions_ended on upload_sessions (active_at) where status in ('COMPLETE', 'FAILED');
create index upload_sessions_network on upload_sessions (network_hash)
  where status in ('PENDING', 'UPLOADING') and network_hash is not null;
create index upload_sessions_unbegun on upload_sessions (active_at)
  where status = 'PENDING' and network_hash is not null;
create index upload_sessions_held on upload_sessions (id) where held_by is not null;

create table staged_uploads (
  id text primary key, blob_key text not null, upload_id text, parts text not null, tail_key text,
  tail_bytes integer not null, turn integer not null, modified_at integer not null,
  lease integer not null default 0
);

create table counted_downloads (
  nonce text primary key, expires_at integer not null
);
create index counted_downloads_expiry on counted_downloads (expires_at);

create table dav_locks (
  row_id integer primary key autoincrement, token text not null unique,
  owner_id integer not null references users (row_id), path text not null, is_deep flag not null,
  is_exclusive flag not null, owner_xml text, timeout_seconds integer not null, expires_at integer not null
);
create index dav_locks_owner on dav_locks (owner_id, row_id);
create index dav_locks_expiry on dav_locks (expires_at);

create table dav_properties (
  row_id integer primary key autoincrement, item_id integer not null references items (row_id),
  namespace text not null, name text not null, xml text not null
);
create unique index dav_properties_name on dav_properties (item_id, namespace, name);
`;
