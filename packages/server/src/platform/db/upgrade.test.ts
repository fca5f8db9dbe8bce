import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createEmptyPostgres } from '../../../test/database.ts';
import { fillTables, listTables, rowsOf } from '../../../test/fill-tables.ts';
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

async function createEmpty(): Promise<() => Promise<Database>> {
  let connect: () => Promise<Database>;
  if (isSqlite) {
    const file = join(mkdtempSync(join(directory, 'database-')), 'drive.db');
    connect = async () => openSqlite({ file });
  } else {
    const { url, drop } = await createEmptyPostgres();
    opened.push(drop);
    connect = () => openPostgres({ url });
  }
  return async () => {
    const database = await connect();
    opened.push(() => database.close());
    return database;
  };
}

const openEmpty = async (): Promise<Database> => (await createEmpty())();

/** A database of the version before step `count`, with a row in every table. */
async function openOld(count: number, connect = openEmpty): Promise<Database> {
  const database = await connect();
  await migrate(database, clock, migrations.slice(0, count));
  await fillTables(database);
  return database;
}

/** Columns that moved to another table, or are counted again: short codes are now in short_links. */
const hasMoved = (table: string, column: string): boolean =>
  ['shares.short_code', 'storage_usage.stored_bytes'].includes(`${table}.${column}`);

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

let newSchema: readonly string[] | undefined;
async function schemaOfNew(): Promise<readonly string[]> {
  const fresh = await openEmpty();
  await migrate(fresh, clock);
  return schemaOf(fresh);
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

  test.each(versions)('that ends with %s keeps every row, and has the schema of a new one', async (_, count) => {
    const database = await openOld(count);
    const tables = await listTables(database);
    const before = await Promise.all(tables.map((table) => rowsOf(database, table)));
    const { applied, snapshot } = await upgrade(database, clock, { directory: snapshots });
    expect(applied).toEqual(migrations.slice(count).map(({ name }) => name));
    for (const [index, { name, columns }] of tables.entries()) {
      const [row] = before[index] ?? [];
      const kept = columns.filter((column) => !hasMoved(name, column));
      expect(await rowsOf(database, { name, columns: kept })).toContainEqual(
        Object.fromEntries(kept.map((column) => [column, row?.[column]])),
      );
    }
    const codes = await sql`select code from short_links`.execute(database.reader);
    expect(codes.rows).toContainEqual({
      code: before[tables.findIndex(({ name }) => name === 'shares')]?.[0]?.['short_code'] ?? expect.any(String),
    });
    newSchema ??= await schemaOfNew();
    expect(await schemaOf(database)).toEqual(newSchema);

    const copy = openSqlite({ file: snapshot ?? '' });
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(copy.reader);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      migrations
        .slice(0, count)
        .map(({ name }) => name)
        .toSorted(),
    );
    for (const [index, table] of tables.entries()) expect(await rowsOf(copy, table)).toEqual(before[index]);
    await copy.close();
  });

  test('assigns row ids that were never used before', async () => {
    const database = await openOld(1);
    await upgrade(database, clock, { directory: snapshots });
    for (const { name } of (await listTables(database)).filter(({ columns }) => columns.includes('row_id'))) {
      const next = isSqlite
        ? sql`select coalesce((select seq from sqlite_sequence where name = ${name}), 0) + 1 as next`
        : sql`select nextval(pg_get_serial_sequence(${name}, 'row_id')) as next`;
      const { rows } = await database.write((tx) =>
        sql<{ next: number; last: number }>`
        select given.next, coalesce((select max(row_id) from ${sql.table(name)}), 0) as last
        from (${next}) as given`.execute(tx),
      );
      expect({ name, isNew: (rows[0]?.next ?? 0) > (rows[0]?.last ?? 0) }).toEqual({ name, isNew: true });
    }
  });

  test('gives accounts keys with domains in punycode, unless another account has the key', async () => {
    const database = await openOld(migrations.findIndex(({ name }) => name === '0058-mail-failures'));
    const keys = [
      'ada@bücher.example',
      'bob@bücher.example',
      'bob@xn--bcher-kva.example',
      'jürgen@example.org',
      'nobody',
    ];
    await database.write(async (tx) => {
      for (const key of keys)
        await sql`insert into users (id, email, email_key, password_hash, plan, is_admin, created_at)
          values (${key}, ${key}, ${key}, 'x', 'free', 0, 1)`.execute(tx);
    });
    await migrate(database, clock);
    const { rows } = await sql<{ id: string; email_key: string }>`
      select id, email_key from users where id in (${sql.join(keys)}) order by row_id`.execute(database.reader);
    expect(rows.map(({ email_key: key }) => key)).toEqual(['ada@xn--bcher-kva.example', ...keys.slice(1)]);
  });

  test('folds its names again in which a dot above an i was kept', async () => {
    const database = await openOld(migrations.findIndex(({ name }) => name === '0053-folded-names'));
    for (const table of ['items', 'users'])
      await database.write((tx) =>
        sql`update ${sql.table(table)} set name = 'İSTANBUL', name_key = ${'i\u0307stanbul'}`.execute(tx),
      );
    await upgrade(database, clock, { directory: snapshots });
    for (const table of ['items', 'users']) {
      const { rows } = await sql`select name, name_key from ${sql.table(table)}`.execute(database.reader);
      expect(rows).toEqual([{ name: 'İSTANBUL', name_key: 'istanbul' }]);
    }
  });

  test('ends the reservations of requests that the upgrade has cut off', async () => {
    const database = await openOld(migrations.findIndex(({ name }) => name === '0051-reception'));
    await database.write((tx) => sql`update upload_sessions set purpose = 'room'`.execute(tx));
    await upgrade(database, clock, { directory: snapshots });
    const { rows } = await sql`select purpose, ends_with_request, tus_metadata from upload_sessions`.execute(
      database.reader,
    );
    expect(rows).toEqual([{ purpose: null, ends_with_request: 1, tus_metadata: null }]);
  });

  test.each([
    ['alive', 2, 1],
    ['purged', 1, 0],
  ] as const)('counts items and properties once, of an item that is %s', async (state, items, properties) => {
    const database = await openOld(migrations.findIndex(({ name }) => name === '0053-item-counts'));
    await database.write(async (tx) => {
      await sql`update items set parent_id = row_id, state = ${state}`.execute(tx);
      await sql`update upload_sessions set status = 'UPLOADING'`.execute(tx);
    });
    const [property = {}] = await rowsOf(database, { name: 'dav_properties', columns: ['namespace', 'name', 'xml'] });
    const bytes = Buffer.byteLength(Object.values(property).join(''));
    await upgrade(database, clock, { directory: snapshots });
    const { rows } = await sql`select stored_bytes, item_count from storage_usage`.execute(database.reader);
    expect(rows).toEqual([{ stored_bytes: 1 + properties * bytes, item_count: items }]);
    const left = await sql`select * from dav_properties`.execute(database.reader);
    expect(left.rows).toHaveLength(properties);
  });

  test('is copied by one of several servers that start at once', async () => {
    const connect = await createEmpty();
    const started = [await openOld(migrations.length - 1, connect), await connect()];
    await Promise.all(
      started.map((each, index) => upgrade(each, clock, { directory: join(snapshots, String(index)) })),
    );
    expect(readdirSync(snapshots, { recursive: true }).filter((name) => String(name).endsWith('.sqlite'))).toHaveLength(
      1,
    );
  });

  test('stays unchanged if a step fails, and the message names the copy', async () => {
    const database = await openOld(migrations.length - 1);
    const failed = upgrade(database, clock, { directory: snapshots }, [...migrations, failing]);
    await expect(failed).rejects.toThrow(UpgradeError);
    await expect(failed).rejects.toThrow(/as it was: step failed\..*snapshots.*before-.*\.sqlite/);
    const { rows } = await sql`select name from users where name = 'half'`.execute(database.reader);
    expect(rows).toEqual([]);
    expect((await migrate(database, clock, migrations.slice(0, -1))).applied).toEqual([]);
  });

  test('is upgraded without a copy if none is wanted, and a failed step then names none', async () => {
    const database = await openOld(migrations.length - 1);
    const failed = upgrade(database, clock, { directory: undefined }, [...migrations, failing]);
    await expect(failed).rejects.toThrow(/as it was: step failed\..*report this\.$/);
    expect(await upgrade(database, clock, { directory: undefined })).toMatchObject({
      isUpgraded: true,
      snapshot: undefined,
    });
  });

  test('stays unchanged if no copy can be made', async () => {
    const database = await openOld(migrations.length - 1);
    writeFileSync(snapshots, 'a file where the directory should be');
    await expect(upgrade(database, clock, { directory: snapshots })).rejects.toThrow(/Nothing was changed/);
    expect((await migrate(database, clock, migrations.slice(0, -1))).applied).toEqual([]);
  });
});

test('is copied only if it has steps to apply: not if it is new, current or newer', async () => {
  const database = await openEmpty();
  expect(await upgrade(database, clock, { directory: snapshots })).toMatchObject({ snapshot: undefined });
  expect(await upgrade(database, clock, { directory: snapshots })).toEqual({
    applied: [],
    tolerated: [],
    isUpgraded: false,
    snapshot: undefined,
  });
  const older = migrations.slice(0, 3);
  await expect(upgrade(database, clock, { directory: snapshots }, older)).rejects.toThrow(
    /newer version of drive-server/,
  );
  expect(readdirSync(directory)).not.toContain('snapshots');
});

test('keeps the newest copies, readable by their owner only', async () => {
  const database = await openOld(1);
  for (let count = 2; count <= 5; count += 1)
    await upgrade(database, clock, { directory: snapshots, keep: 2 }, migrations.slice(0, count));
  const names = readdirSync(snapshots).toSorted();
  expect(names.map((name) => name.slice(0, 11))).toEqual(['before-0004', 'before-0005']);
  expect(statSync(snapshots).mode & 0o777).toBe(0o700);
});
