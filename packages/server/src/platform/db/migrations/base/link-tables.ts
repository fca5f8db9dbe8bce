/** Every kind of public link, and what visitors leave there. */
export const linkTables = `
create table shares (
  row_id integer primary key autoincrement, token text not null,
  owner_id integer not null constraint shares_owner_id_fkey1 references users (row_id), item_id text,
  mode text not null constraint shares_mode_check1 check (mode in ('PRIVATE', 'SHARED', 'PUBLIC')),
  expires_at integer, password_hash text, password_version integer not null default 0, notify_on_download flag not null default 0,
  notify_on_view flag not null default 0, notify_per_recipient flag not null default 0, max_downloads integer,
  view_count integer not null default 0, download_count integer not null default 0, notified_at integer,
  created_at integer not null, revoked_at integer, comments_enabled flag not null default 1,
  likes_enabled flag not null default 1, comment_count integer not null default 0,
  like_count integer not null default 0
);
create unique index shares_token on shares (token);
create unique index shares_item on shares (item_id) where revoked_at is null and item_id is not null;
create index shares_owner on shares (owner_id, row_id) where revoked_at is null;
create index shares_public on shares (row_id)
  where mode = 'PUBLIC' and revoked_at is null and password_hash is null;
create index shares_with_feedback on shares (row_id) where comment_count > 0 or like_count > 0;

create table short_links (
  code text primary key, share_id integer not null references shares (row_id), is_slug flag not null
);
create unique index short_links_share on short_links (share_id, is_slug);

create table share_files (
  share_id integer not null references shares (row_id), item_id text not null, position integer not null,
  constraint share_files_pk primary key (share_id, item_id)
);
create index share_files_item on share_files (item_id, share_id);

create table share_recipients (
  row_id integer primary key autoincrement, id text not null unique,
  share_id integer not null references shares (row_id), email text not null, email_key text not null,
  sent_at integer, first_opened_at integer, download_count integer not null default 0,
  created_at integer not null
);
create unique index share_recipients_address on share_recipients (share_id, email_key);

create table share_transfers (
  key text primary key, share_id integer not null references shares (row_id) on delete cascade,
  total_bytes integer not null, sent_bytes integer not null default 0, lost_bytes integer not null default 0,
  counted flag not null default 0, expires_at integer not null
);
create index share_transfers_share on share_transfers (share_id);
create index share_transfers_expiry on share_transfers (expires_at);

create table download_places (
  id text primary key, share_id integer not null, node_id text not null, key text,
  downloads double precision not null
);
create index download_places_share on download_places (share_id);

create table unlock_events (
  row_id integer primary key autoincrement, share_id integer not null references shares (row_id),
  result text not null check (result in ('success', 'failure', 'rate_limited')), network_hash text not null,
  created_at integer not null
);
create index unlock_events_share on unlock_events (share_id, row_id);
create index unlock_events_age on unlock_events (created_at);

create table share_comments (
  row_id integer primary key autoincrement, id text not null unique,
  share_id integer not null references shares (row_id) on delete cascade, author_key text not null,
  author_name text, body text not null, once_key text, created_at integer not null
);
create index share_comments_share on share_comments (share_id, row_id);
create unique index share_comments_once on share_comments (share_id, once_key);

create table share_likes (
  share_id integer not null references shares (row_id) on delete cascade, author_key text not null,
  created_at integer not null, constraint share_likes_pk primary key (share_id, author_key)
);

create table reports (
  row_id integer primary key autoincrement, id text not null unique,
  share_id integer not null references shares (row_id) on delete cascade, item_id text, reason text not null,
  message text, email text, created_at integer not null
);
create index reports_share on reports (share_id);
create index reports_item on reports (item_id) where item_id is not null;

create table archives (
  row_id integer primary key autoincrement, token_hash text not null unique,
  owner_id integer not null references users (row_id), share_id integer references shares (row_id),
  password_version integer, recipient_id integer, name text not null, zip_bytes integer not null,
  expires_at integer not null, consumed_at integer
);
create index archives_unused on archives (expires_at) where consumed_at is null;
create index archives_consumed on archives (consumed_at) where consumed_at is not null;

create table archive_parts (
  archive_id integer not null references archives (row_id), position integer not null, entries text not null,
  constraint archive_parts_pk primary key (archive_id, position)
);

create table collections (
  row_id integer primary key autoincrement, id text not null unique, token text not null unique,
  owner_id integer not null references users (row_id), folder_id text, name text not null, message text,
  expires_at integer, password_hash text, password_version integer not null default 0,
  created_at integer not null, deleted_at integer, max_files integer, max_file_bytes integer,
  allowed_types text, require_name flag not null default 0, pending_count integer not null default 0,
  file_count integer not null default 0
);
create index collections_owner on collections (owner_id, row_id) where deleted_at is null;
create index collections_deleted on collections (deleted_at) where deleted_at is not null;

create table collection_uploads (
  row_id integer primary key autoincrement, session_id text not null unique,
  collection_id integer not null references collections (row_id) on delete cascade, uploader_name text,
  uploader_email text, file_id text, file_name text, size_bytes integer not null, created_at integer not null,
  completed_at integer, mailed_at integer
);
create index collection_uploads_collection on collection_uploads (collection_id, completed_at, row_id);
create index collection_uploads_unmailed on collection_uploads (collection_id, row_id)
  where completed_at is not null and mailed_at is null;

create table proofings (
  row_id integer primary key autoincrement, id text not null unique, token text not null unique,
  owner_id integer not null references users (row_id), folder_id text, name text not null, message text,
  expires_at integer, password_hash text, password_version integer not null default 0,
  created_at integer not null, deleted_at integer, max_selections integer,
  round_count integer not null default 0
);
create index proofings_owner on proofings (owner_id, row_id) where deleted_at is null;
create index proofings_deleted on proofings (deleted_at) where deleted_at is not null;

create table proofing_files (
  proofing_id integer not null references proofings (row_id) on delete cascade, item_id text not null,
  position integer not null, constraint proofing_files_pk primary key (proofing_id, item_id)
);

create table proofing_submissions (
  row_id integer primary key autoincrement, id text not null unique,
  proofing_id integer not null references proofings (row_id) on delete cascade, round integer not null,
  client_name text, client_email text, comment text, file_ids text not null, created_at integer not null
);
create unique index proofing_submissions_round on proofing_submissions (proofing_id, round);

create table pastes (
  row_id integer primary key autoincrement, id text not null unique, token text not null unique,
  owner_id integer not null references users (row_id), mode text not null, title text, language text,
  size_bytes integer not null, expires_at integer, password_hash text, burns flag not null, burned_at integer,
  created_at integer not null, content text
);
create index pastes_owner on pastes (owner_id, row_id);
create index pastes_expiring on pastes (expires_at) where expires_at is not null;
create index pastes_burned on pastes (burned_at) where burned_at is not null;

create table solved_captchas (
  id text primary key, expires_at integer not null
);
create index solved_captchas_age on solved_captchas (expires_at);
`;
