import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Archives that wait for their one download, and the CRC-32 of files, which a ZIP names before the bytes. */
export async function archives(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const withRowId = (name: string): CreateTableBuilder<string, string> =>
    db.schema
      .createTable(name)
      .addColumn('row_id', integer, (column) =>
        dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
      );
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);

  await db.schema.alterTable('items').addColumn('crc32', integer).execute();

  await withRowId('archives')
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('share_id', integer, (c) => c.references('shares.row_id'))
    .addColumn('password_version', integer)
    .addColumn('recipient_id', integer)
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('zip_bytes', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('consumed_at', integer)
    .execute();
  await run(`create index archives_unused on archives (expires_at) where consumed_at is null`);
  await run(`create index archives_consumed on archives (consumed_at) where consumed_at is not null`);

  await db.schema
    .createTable('archive_parts')
    .addColumn('archive_id', integer, (c) => c.notNull().references('archives.row_id'))
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('entries', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('archive_parts_pk', ['archive_id', 'position'])
    .execute();
}
