import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/**
 * Adds further links of an item, and shares of folders that accept files. A further link has no `item_id`, so that servers of
 * earlier versions, which expect one link of an item there, take it for a link to several items.
 */
export const receivingLinks = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements);

const statements = `
alter table shares add column further_item_id text;
alter table shares add column label text;
alter table shares add column created_by integer;
alter table shares add column allow_upload flag not null default 0;
alter table shares add column upload_max_file_bytes integer;
alter table shares add column upload_max_files integer;
alter table shares add column upload_allowed_types text;
alter table shares add column upload_pending_count integer not null default 0;
alter table shares add column upload_count integer not null default 0;
create index shares_further on shares (further_item_id, row_id)
  where revoked_at is null and further_item_id is not null;
create index shares_revoked_receiving on shares (revoked_at) where revoked_at is not null and upload_count > 0;

create table share_uploads (
  row_id integer primary key autoincrement, session_id text not null unique,
  share_id integer not null references shares (row_id) on delete cascade, uploader_name text,
  uploader_email text, file_id text, file_name text, size_bytes integer not null, created_at integer not null,
  completed_at integer, mailed_at integer
);
create index share_uploads_share on share_uploads (share_id, completed_at, row_id);
create index share_uploads_unmailed on share_uploads (share_id, row_id)
  where completed_at is not null and mailed_at is null
`;
