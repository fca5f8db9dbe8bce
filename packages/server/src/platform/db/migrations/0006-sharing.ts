import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Passwords, notifications, limits and vanity links of shares; multi-shares; recipients of shares. */
export async function sharing(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  const withRowId = (name: string): CreateTableBuilder<string, string> =>
    db.schema
      .createTable(name)
      .addColumn('row_id', integer, (column) =>
        dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
      );
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);

  // Recreated, because SQLite cannot drop "not null" from item_id, which is null in multi-shares.
  await run(`alter table shares rename to shares_before`);
  for (const index of ['shares_item']) await run(`drop index ${index}`);
  if (dialect === 'postgres')
    await run(`alter table shares_before rename constraint shares_pkey to shares_before_pkey`);
  await withRowId('shares')
    .addColumn('token', text, (c) => c.notNull())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('item_id', text)
    .addColumn('mode', text, (c) => c.notNull().check(sql`mode in ('PRIVATE', 'SHARED', 'PUBLIC')`))
    .addColumn('expires_at', integer)
    .addColumn('password_hash', text)
    .addColumn('password_version', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('notify_on_download', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('notify_on_view', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('notify_per_recipient', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('max_downloads', integer)
    .addColumn('view_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('download_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('notified_at', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('revoked_at', integer)
    .execute();
  const kept = 'row_id, token, owner_id, item_id, mode, expires_at, created_at, revoked_at';
  const overriding = dialect === 'postgres' ? 'overriding system value' : '';
  await run(`insert into shares (${kept}) ${overriding} select ${kept} from shares_before`);

  // One table for generated codes and vanity slugs: they share their URLs, so none may be equal.
  await db.schema
    .createTable('short_links')
    .addColumn('code', text, (c) => c.primaryKey())
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id'))
    .addColumn('is_slug', flag, (c) => c.notNull())
    .execute();
  await run(`insert into short_links (code, share_id, is_slug) select short_code, row_id, 0 from shares_before`);
  await run(`drop table shares_before`);
  if (dialect === 'postgres')
    await run(
      `select setval(pg_get_serial_sequence('shares', 'row_id'), (select coalesce(max(row_id), 0) + 1 from shares), false)`,
    );
  await run(`create unique index shares_token on shares (token)`);
  await run(`create unique index shares_item on shares (item_id) where revoked_at is null and item_id is not null`);
  await run(`create index shares_owner on shares (owner_id, row_id) where revoked_at is null`);
  await run(`create index shares_public on shares (row_id)
    where mode = 'PUBLIC' and revoked_at is null and password_hash is null`);
  await run(`create unique index short_links_share on short_links (share_id, is_slug)`);

  await db.schema
    .createTable('share_files')
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id'))
    .addColumn('item_id', text, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('share_files_pk', ['share_id', 'item_id'])
    .execute();
  await run(`create index share_files_item on share_files (item_id, share_id)`);

  await withRowId('unlock_events')
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id'))
    .addColumn('result', text, (c) => c.notNull().check(sql`result in ('success', 'failure', 'rate_limited')`))
    .addColumn('network_hash', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await run(`create index unlock_events_share on unlock_events (share_id, row_id)`);
  await run(`create index unlock_events_age on unlock_events (created_at)`);

  await withRowId('share_recipients')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull())
    .addColumn('sent_at', integer)
    .addColumn('first_opened_at', integer)
    .addColumn('download_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await run(`create unique index share_recipients_address on share_recipients (share_id, email_key)`);
}
