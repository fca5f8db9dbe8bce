import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** File requests and their uploads; proofings and the selections of clients. */
export async function requests(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);
  const withRowId = (name: string): CreateTableBuilder<string, string> =>
    db.schema
      .createTable(name)
      .addColumn('row_id', integer, (column) =>
        dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
      );
  const ofLink = (name: string): CreateTableBuilder<string, string> =>
    withRowId(name)
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('token', text, (c) => c.notNull().unique())
      .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
      .addColumn('folder_id', text)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('message', text)
      .addColumn('expires_at', integer)
      .addColumn('password_hash', text)
      .addColumn('password_version', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('deleted_at', integer);

  await db.schema.alterTable('upload_sessions').addColumn('purpose', text).execute();

  await ofLink('collections')
    .addColumn('max_files', integer)
    .addColumn('max_file_bytes', integer)
    .addColumn('allowed_types', text)
    .addColumn('require_name', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('pending_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('file_count', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await run(`create index collections_owner on collections (owner_id, row_id) where deleted_at is null`);
  await run(`create index collections_deleted on collections (deleted_at) where deleted_at is not null`);
  await withRowId('collection_uploads')
    .addColumn('session_id', text, (c) => c.notNull().unique())
    .addColumn('collection_id', integer, (c) => c.notNull().references('collections.row_id').onDelete('cascade'))
    .addColumn('uploader_name', text)
    .addColumn('uploader_email', text)
    .addColumn('file_id', text)
    .addColumn('file_name', text)
    .addColumn('size_bytes', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('completed_at', integer)
    .addColumn('mailed_at', integer)
    .execute();
  await run(`create index collection_uploads_collection on collection_uploads (collection_id, completed_at, row_id)`);
  await run(`create index collection_uploads_unmailed on collection_uploads (collection_id, row_id)
    where completed_at is not null and mailed_at is null`);

  await ofLink('proofings')
    .addColumn('max_selections', integer)
    .addColumn('round_count', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await run(`create index proofings_owner on proofings (owner_id, row_id) where deleted_at is null`);
  await run(`create index proofings_deleted on proofings (deleted_at) where deleted_at is not null`);
  await db.schema
    .createTable('proofing_files')
    .addColumn('proofing_id', integer, (c) => c.notNull().references('proofings.row_id').onDelete('cascade'))
    .addColumn('item_id', text, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('proofing_files_pk', ['proofing_id', 'item_id'])
    .execute();
  await withRowId('proofing_submissions')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('proofing_id', integer, (c) => c.notNull().references('proofings.row_id').onDelete('cascade'))
    .addColumn('round', integer, (c) => c.notNull())
    .addColumn('client_name', text)
    .addColumn('client_email', text)
    .addColumn('comment', text)
    .addColumn('file_ids', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await run(`create unique index proofing_submissions_round on proofing_submissions (proofing_id, round)`);
}
