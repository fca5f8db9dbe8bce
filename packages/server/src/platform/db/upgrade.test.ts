import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createEmptyPostgres } from '../../../test/database.ts';
import type { Database } from './database.ts';
import { migrate, migrations, type Migration } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { upgrade, UpgradeError } from './upgrade.ts';

const isSqlite = inject('databaseKind') === 'sqlite';
const clock = { now: () => Date.UTC(2026, 0, 1) };
let directory: string;
let snapshots: string;
const opened: (() => Promise<void>)[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-test-'));
  snapshots = join(directory, 'snapshots');
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
  rmSync(directory, { recursive: true, force: true });
});

async function openEmpty(): Promise<Database> {
  let database: Database;
  if (isSqlite) {
    database = openSqlite({ file: join(mkdtempSync(join(directory, 'database-')), 'drive.db') });
  } else {
    const { url, drop } = await createEmptyPostgres();
    opened.push(drop);
    database = await openPostgres({ url });
  }
  opened.push(() => database.close());
  return database;
}

/** As the version left it whose last step is the one before `count`, with somebody's folder and file in it. */
async function openOld(count: number): Promise<Database> {
  const database = await openEmpty();
  await migrate(database, clock, migrations.slice(0, count));
  await database.write(async (tx) => {
    await sql`insert into users (id, email, email_key, password_hash, plan, is_admin, created_at)
      values ('u', 'Ann@example.com', 'ann@example.com', 'hash', 'free', 1, 7)`.execute(tx);
    await sql`insert into items (id, owner_id, is_folder, name, name_key, size, child_files, state, created_at)
      select 'root', row_id, 1, '', '', 5, 1, 'alive', 7 from users where id = 'u'`.execute(tx);
    await sql`insert into items (id, owner_id, parent_id, is_folder, name, name_key, size, mime_type, sha256, blob_key, state, created_at)
      select 'file', owner_id, row_id, 0, 'Über.txt', 'über.txt', 5, 'text/plain', 'abc', 'key', 'alive', 7
      from items where id = 'root'`.execute(tx);
    await sql`insert into storage_usage (owner_id, stored_bytes, trash_bytes, reserved_bytes)
      select row_id, 5, 0, 0 from users where id = 'u'`.execute(tx);
  });
  return database;
}

/** Every column of every table, in no order. */
async function schemaOf({ dialect, reader }: Database): Promise<string[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{ line: string }>`select m.name || '.' || c.name || ' ' || lower(c.type) || ' ' || c."notnull" as line
          from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'`
      : sql<{ line: string }>`select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
          from information_schema.columns where table_schema = 'public'`
  ).execute(reader);
  return rows.map(({ line }) => line).toSorted();
}

const failing: Migration = {
  name: '9999-broken',
  up: async (tx) => {
    await sql`update users set name = 'half'`.execute(tx);
    throw new Error('step failed');
  },
};

describe('a database of an older version', () => {
  const versions = migrations.map(({ name }, index) => [name, index + 1] as const).slice(0, -1);

  test.each(versions)('that ends with %s keeps what is in it, and has the schema of a new one', async (_, count) => {
    const database = await openOld(count);
    const { applied, snapshot } = await upgrade(database, clock, { directory: snapshots });
    expect(applied).toEqual(migrations.slice(count).map(({ name }) => name));
    const kept =
      await sql`select users.email, items.name, items.size, items.sha256, items.state, storage_usage.stored_bytes
      from items join users on users.row_id = items.owner_id join storage_usage using (owner_id)
      where items.id = 'file'`.execute(database.reader);
    expect(kept.rows).toEqual([
      { email: 'Ann@example.com', name: 'Über.txt', size: 5, sha256: 'abc', state: 'alive', stored_bytes: 5 },
    ]);
    const fresh = await openEmpty();
    await migrate(fresh, clock);
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh));

    const before = openSqlite({ file: snapshot ?? '' });
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(before.reader);
    const { rows: files } = await sql<{ name: string }>`select name from items where id = 'file'`.execute(
      before.reader,
    );
    await before.close();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(migrations.slice(0, count).map(({ name }) => name));
    expect(files).toEqual([{ name: 'Über.txt' }]);
  });

  test('stays as it was when a step fails, and the message says where the copy is', async () => {
    const database = await openOld(migrations.length - 1);
    const failed = upgrade(database, clock, { directory: snapshots }, [...migrations, failing]);
    await expect(failed).rejects.toThrow(UpgradeError);
    await expect(failed).rejects.toThrow(/as it was: step failed\..*snapshots.*before-.*\.sqlite/);
    const { rows } = await sql`select name from users`.execute(database.reader);
    expect(rows).toEqual([{ name: null }]);
    expect((await migrate(database, clock, migrations.slice(0, -1))).applied).toEqual([]);
  });

  test('is not touched where no copy can be made', async () => {
    const database = await openOld(migrations.length - 1);
    writeFileSync(snapshots, 'a file where the directory should be');
    await expect(upgrade(database, clock, { directory: snapshots })).rejects.toThrow(/Nothing was changed/);
    expect((await migrate(database, clock, migrations.slice(0, -1))).applied).toEqual([]);
  });
});

test('nothing is copied of a new database, of one that is as it should be, or of a newer one', async () => {
  const database = await openEmpty();
  expect(await upgrade(database, clock, { directory: snapshots })).toMatchObject({ snapshot: undefined });
  expect(await upgrade(database, clock, { directory: snapshots })).toEqual({ applied: [], snapshot: undefined });
  const older = migrations.slice(0, -1);
  await expect(upgrade(database, clock, { directory: snapshots }, older)).rejects.toThrow(
    /newer version of drive-server/,
  );
  expect(readdirSync(directory)).not.toContain('snapshots');
});

test('keeps the newest copies, for their owner alone', async () => {
  const database = await openOld(1);
  for (let count = 2; count <= 5; count += 1)
    await upgrade(database, clock, { directory: snapshots, keep: 2 }, migrations.slice(0, count));
  const names = readdirSync(snapshots).toSorted();
  expect(names.map((name) => name.slice(0, 11))).toEqual(['before-0004', 'before-0005']);
  expect(statSync(snapshots).mode & 0o777).toBe(0o700);
});
