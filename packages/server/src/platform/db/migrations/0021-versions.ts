import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Previous contents of files, and the conflict policy of uploads. */
export async function versions(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('file_versions')
    .addColumn('item_id', integer, (c) => c.notNull().references('items.row_id'))
    .addColumn('version', integer, (c) => c.notNull())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('blob_key', text, (c) => c.notNull().unique())
    .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
    .addColumn('mime_type', text)
    .addColumn('sha256', text)
    .addColumn('crc32', integer)
    .addColumn('preview_key', text)
    .addColumn('modified_at', integer)
    .addColumn('uploaded_at', integer, (c) => c.notNull())
    .addColumn('replaced_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('file_versions_pk', ['item_id', 'version'])
    .execute();
  await sql`create index file_versions_age on file_versions (replaced_at)`.execute(db);
  await sql`create index file_versions_owner on file_versions (owner_id, size)`.execute(db);
  await sql`create index file_versions_preview on file_versions (preview_key) where preview_key is not null`.execute(
    db,
  );

  await db.schema
    .alterTable('items')
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('upload_sessions')
    .addColumn('on_conflict', text, (c) =>
      c
        .notNull()
        .defaultTo('rename')
        .check(sql`on_conflict in ('rename', 'replace', 'fail')`),
    )
    .execute();
  await db.schema.alterTable('upload_sessions').addColumn('precondition', text).execute();
  await db.schema.alterTable('upload_sessions').addColumn('replaced_id', text).execute();
}
