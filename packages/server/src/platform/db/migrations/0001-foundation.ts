import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Accounts, keys, the tree, uploads, shares, jobs and events. */
export async function foundation(db: Kysely<any>, dialect: Dialect): Promise<void> {
  // Byte order on both databases: the default of SQLite, explicit on Postgres.
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;

  const withRowId = (name: string): CreateTableBuilder<string, string> =>
    db.schema.createTable(name).addColumn(
      'row_id',
      integer,
      // autoincrement: a row id is never reused, also after the newest row is deleted.
      (column) =>
        dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
    );
  const index = (
    name: string,
    table: string,
    columns: string,
    options: { unique?: boolean; include?: string; where?: string } = {},
  ): Promise<unknown> => {
    const kind = options.unique === true ? 'unique index' : 'index';
    const include = options.include === undefined ? '' : `include (${options.include})`;
    const where = options.where === undefined ? '' : `where ${options.where}`;
    return sql.raw(`create ${kind} "${name}" on "${table}" (${columns}) ${include} ${where}`).execute(db);
  };

  await withRowId('users')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull().unique())
    .addColumn('name', text)
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('plan', text, (c) => c.notNull().check(sql`plan in ('free', 'paid')`))
    .addColumn('is_admin', flag, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();

  await withRowId('sessions')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('user_agent', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await index('sessions_user', 'sessions', 'user_id');
  await index('sessions_expiry', 'sessions', 'expires_at');

  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await index('password_resets_user', 'password_resets', 'user_id');

  await db.schema
    .createTable('invites')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('email', text)
    .addColumn('created_by', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer)
    .execute();

  await withRowId('api_keys')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('prefix', text, (c) => c.notNull())
    .addColumn('key_hash', text, (c) => c.notNull().unique())
    .addColumn('label', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer)
    .addColumn('revoked_at', integer)
    .execute();
  await index('api_keys_user', 'api_keys', 'user_id, created_at');

  await db.schema
    .createTable('device_codes')
    .addColumn('device_code_hash', text, (c) => c.primaryKey())
    .addColumn('user_code', text, (c) => c.notNull().unique())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('waiting', 'approved', 'refused', 'done')`))
    .addColumn('user_id', integer, (c) => c.references('users.row_id'))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('polled_at', integer)
    .execute();

  await withRowId('items')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('parent_id', integer, (c) => c.references('items.row_id'))
    .addColumn('is_folder', flag, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('name_key', text, (c) => c.notNull())
    .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
    .addColumn('child_files', integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`child_files >= 0`),
    )
    .addColumn('child_folders', integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`child_folders >= 0`),
    )
    .addColumn('mime_type', text)
    .addColumn('sha256', text)
    .addColumn('blob_key', text, (c) => c.unique())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('alive', 'trashed', 'purging', 'purged')`))
    .addColumn('quarantined', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('download_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('deleted_at', integer)
    .execute();
  await index('items_root', 'items', 'owner_id', { unique: true, where: 'parent_id is null' });
  await index('items_sibling', 'items', 'parent_id, name', {
    unique: true,
    where: `state = 'alive' and parent_id is not null`,
  });
  // One index per sort order: a first page is a seek, with any number of siblings. row_id, which SQLite has in every
  // index, lets an offset skip entries without reading rows.
  const rowId = dialect === 'postgres' ? { include: 'row_id' } : {};
  const alive = { ...rowId, where: `state = 'alive'` };
  await index('items_by_type', 'items', 'parent_id, is_folder desc, name_key, name', alive);
  await index('items_by_name', 'items', 'parent_id, name_key, name', alive);
  await index('items_by_time', 'items', 'parent_id, created_at, row_id', { where: alive.where });
  const aliveFiles = { ...rowId, where: `state = 'alive' and is_folder = 0` };
  // Files only: folders are not sorted by size, and theirs changes with every file below them.
  await index('items_by_size', 'items', 'parent_id, size, name_key, name', aliveFiles);
  await index('items_search', 'items', 'owner_id, name_key, name', aliveFiles);

  await db.schema
    .createTable('storage_usage')
    .addColumn('owner_id', integer, (c) => c.primaryKey().references('users.row_id'))
    .addColumn('stored_bytes', integer, (c) => c.notNull().check(sql`stored_bytes >= 0`))
    .addColumn('trash_bytes', integer, (c) => c.notNull().check(sql`trash_bytes >= 0`))
    .addColumn('reserved_bytes', integer, (c) => c.notNull().check(sql`reserved_bytes >= 0`))
    .execute();

  await db.schema
    .createTable('upload_sessions')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('file_id', text, (c) => c.notNull().unique())
    .addColumn('parent_id', integer, (c) => c.notNull().references('items.row_id'))
    .addColumn('file_name', text, (c) => c.notNull())
    .addColumn('content_type', text, (c) => c.notNull())
    .addColumn('size_bytes', integer, (c) => c.notNull().check(sql`size_bytes > 0`))
    .addColumn('blob_key', text, (c) => c.notNull().unique())
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('PENDING', 'UPLOADING', 'COMPLETE', 'FAILED')`))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('active_at', integer, (c) => c.notNull())
    .execute();
  await index('upload_sessions_open', 'upload_sessions', 'active_at', { where: `status in ('PENDING', 'UPLOADING')` });

  await withRowId('shares')
    .addColumn('token', text, (c) => c.notNull().unique())
    .addColumn('short_code', text, (c) => c.notNull().unique())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('item_id', text, (c) => c.notNull())
    .addColumn('mode', text, (c) => c.notNull().check(sql`mode in ('PRIVATE', 'SHARED', 'PUBLIC')`))
    .addColumn('expires_at', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('revoked_at', integer)
    .execute();
  await index('shares_item', 'shares', 'item_id', { unique: true, where: 'revoked_at is null' });

  await db.schema
    .createTable('counted_downloads')
    .addColumn('nonce', text, (c) => c.primaryKey())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await index('counted_downloads_expiry', 'counted_downloads', 'expires_at');

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('request_hash', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('response', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['scope', 'key'])
    .execute();
  await index('idempotency_keys_age', 'idempotency_keys', 'created_at');

  await withRowId('events')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('data', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await index('events_user', 'events', 'user_id, row_id');
  await index('events_age', 'events', 'created_at');

  await withRowId('jobs')
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('key', text)
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('run_at', integer, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('claimed_by', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('failed_at', integer)
    .addColumn('last_error', text)
    .execute();
  await index('jobs_due', 'jobs', 'type, run_at, row_id', { where: 'failed_at is null' });
  await index('jobs_key', 'jobs', 'key', { unique: true, where: 'key is not null and failed_at is null' });
}
