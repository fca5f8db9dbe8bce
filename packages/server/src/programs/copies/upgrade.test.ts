import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createEmptyPostgres } from '../../../test/database.ts';
import { fillTables, listTables, rowsOf } from '../../../test/fill-tables.ts';
import {
  type Database,
  migrate,
  type Migration,
  migrations,
  openPostgres,
  openSqlite,
} from '../../platform/db/index.ts';
import { since63ba3cf2, until63ba3cf2 } from '../../platform/db/migrations/replaced-steps.ts';
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

/** A database of commit 63ba3cf2 with a row in every table. tools/e2e/upgrade-from-63ba3cf2.test.ts has those of that program. */
async function openOld(connect = openEmpty): Promise<Database> {
  const database = await connect();
  await migrate(database, clock, migrations.slice(0, 1));
  await setSteps(database, until63ba3cf2.names);
  await fillTables(database);
  return database;
}

async function setSteps(database: Database, names: readonly string[]): Promise<void> {
  await database.write(async (tx) => {
    await sql`delete from migrations`.execute(tx);
    for (const name of names)
      await sql`insert into migrations (name, applied_at, is_additive) values (${name}, 1, 1)`.execute(tx);
  });
}

async function stepNames({ reader }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(reader);
  return rows.map(({ name }) => name).toSorted();
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

describe('a database of commit 63ba3cf2', () => {
  test('keeps every row, and has the schema of a new one', async () => {
    const database = await openOld();
    const tables = await listTables(database);
    const before = await Promise.all(tables.map((table) => rowsOf(database, table)));
    const { applied, snapshot } = await upgrade(database, clock, { directory: snapshots });
    expect(applied).toEqual(migrations.slice(1).map(({ name }) => name));
    for (const [index, { name, columns }] of tables.entries()) {
      const [row] = before[index] ?? [];
      // The upgrade counts the bytes of WebDAV properties, too, and moves quotas to owners.
      const changed = ['storage_usage.stored_bytes', 'users.quota_bytes'];
      const kept = columns.filter((column) => !changed.includes(`${name}.${column}`));
      expect(await rowsOf(database, { name, columns: kept })).toContainEqual(
        Object.fromEntries(kept.map((column) => [column, row?.[column]])),
      );
    }
    expect(await schemaOf(database)).toEqual(await schemaOfNew());
    expect(await migrate(database, clock)).toEqual({ applied: [], tolerated: [] });

    const copy = openSqlite({ file: snapshot ?? '' });
    expect(await stepNames(copy)).toEqual(until63ba3cf2.names.toSorted());
    for (const [index, table] of tables.entries()) expect(await rowsOf(copy, table)).toEqual(before[index]);
    await copy.close();
  });

  test('assigns row ids that were never used before', async () => {
    const database = await openOld();
    await upgrade(database, clock, { directory: snapshots });
    for (const { name } of (await listTables(database)).filter(
      // An owner has the row id of its user.
      (table) => table.columns.includes('row_id') && table.name !== 'owners',
    )) {
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

  test('gives users and the hidden user of guests an owner, with the quota that was the user’s', async () => {
    const database = await openOld();
    await database.write((tx) =>
      sql`insert into users (id, email, email_key, password_hash, plan, is_admin, is_system, created_at)
        values ('guests', 'nobody', 'nobody', '!', 'free', 0, 1, 1)`.execute(tx),
    );
    const { rows: users } = await sql<{ row_id: number; id: string }>`
      select row_id, id, is_system, quota_bytes from users order by row_id`.execute(database.reader);
    await upgrade(database, clock, { directory: snapshots });
    const { rows } = await sql`select row_id, id, kind, quota_bytes from owners order by row_id`.execute(
      database.reader,
    );
    expect(rows).toEqual([
      { row_id: users[0]?.row_id, id: users[0]?.id, kind: 'user', quota_bytes: 1 },
      { row_id: users[1]?.row_id, id: 'guests', kind: 'anonymous', quota_bytes: null },
    ]);
  });

  test('gives accounts keys with domains in punycode, unless another account has the key', async () => {
    const database = await openOld();
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

  test.each([
    ['all accounts if nobody is known to have registered openly', false, ['admin', 'invited', 'made', 'other', 'sso']],
    [
      'those of which it is known who let them in, if somebody has registered openly',
      true,
      ['admin', 'invited', 'made', 'sso'],
    ],
  ])('vouches for %s', async (_, isOpen, vouched) => {
    const database = await openOld();
    const by = { invited: 'invite', ...(isOpen ? { open: 'registration' } : {}) };
    await database.write(async (tx) => {
      await sql`delete from audit_log`.execute(tx);
      for (const name of ['admin', 'invited', 'made', 'other', 'sso', ...(isOpen ? ['open'] : [])])
        await sql`insert into users (id, email, email_key, password_hash, plan, is_admin, created_at)
          values (${name}, ${name}, ${name}, ${name === 'sso' ? '!' : 'x'}, 'free', ${name === 'admin' ? 1 : 0}, 1)`.execute(
          tx,
        );
      for (const [name, how] of Object.entries(by))
        await sql`insert into audit_log (id, action, actor_kind, actor_id, user_id, details, created_at)
          values (${name}, 'account.registered', 'user', ${name}, ${name}, ${JSON.stringify({ by: how })}, 1)`.execute(
          tx,
        );
      await sql`insert into audit_log (id, action, actor_kind, user_id, created_at)
        values ('made', 'user.created', 'server', 'made', 1)`.execute(tx);
    });
    await migrate(database, clock);
    const { rows } = await sql<{ id: string }>`select id from users where vouched_at is not null
      and id in ('admin', 'invited', 'made', 'other', 'sso', 'open') order by id`.execute(database.reader);
    expect(rows.map(({ id }) => id)).toEqual(vouched);
  });

  test('folds its names again in which a dot above an i was kept', async () => {
    const database = await openOld();
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
    const database = await openOld();
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
    const database = await openOld();
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
    const started = [await openOld(connect), await connect()];
    await Promise.all(
      started.map((each, index) => upgrade(each, clock, { directory: join(snapshots, String(index)) })),
    );
    expect(readdirSync(snapshots, { recursive: true }).filter((name) => String(name).endsWith('.sqlite'))).toHaveLength(
      1,
    );
  });

  test('stays unchanged if a step fails, and the message names the copy', async () => {
    const database = await openOld();
    const failed = upgrade(database, clock, { directory: snapshots }, [...migrations, failing]);
    await expect(failed).rejects.toThrow(UpgradeError);
    await expect(failed).rejects.toThrow(/as it was: step failed\..*snapshots.*before-.*\.sqlite/);
    const { rows } = await sql`select name from users where name = 'half'`.execute(database.reader);
    expect(rows).toEqual([]);
    expect(await stepNames(database)).toEqual(until63ba3cf2.names.toSorted());
  });

  test('is upgraded without a copy if none is wanted, and a failed step then names none', async () => {
    const database = await openOld();
    const failed = upgrade(database, clock, { directory: undefined }, [...migrations, failing]);
    await expect(failed).rejects.toThrow(/as it was: step failed\..*report this\.$/);
    expect(await upgrade(database, clock, { directory: undefined })).toMatchObject({
      isUpgraded: true,
      snapshot: undefined,
    });
  });

  test('stays unchanged if no copy can be made', async () => {
    const database = await openOld();
    writeFileSync(snapshots, 'a file where the directory should be');
    await expect(upgrade(database, clock, { directory: snapshots })).rejects.toThrow(/Nothing was changed/);
    expect(await stepNames(database)).toEqual(until63ba3cf2.names.toSorted());
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
  const older = migrations.slice(0, 1);
  await expect(upgrade(database, clock, { directory: snapshots }, older)).rejects.toThrow(
    /newer version of drive-server/,
  );
  expect(readdirSync(directory)).not.toContain('snapshots');
});

test('with the steps of the commits since 63ba3cf2 gets those after them only', async () => {
  const database = await openEmpty();
  await migrate(database, clock, migrations.slice(0, 2));
  await setSteps(database, [...until63ba3cf2.names, ...since63ba3cf2.names]);
  const applied = migrations.slice(2).map(({ name }) => name);
  expect(await upgrade(database, clock, { directory: snapshots })).toMatchObject({ applied, tolerated: [] });
});

test.each([
  ['older than 63ba3cf2', until63ba3cf2.names.slice(0, -1), /before commit 63ba3cf2 \(it lacks 0050-reports\).*once/],
  [
    'from the commits after it',
    [...until63ba3cf2.names, ...since63ba3cf2.names.slice(1)],
    /before commit 78eda959 \(it lacks 0051-reception\).*once/,
  ],
])('that is %s is refused, with the version to start before', async (_, names, refusal) => {
  const database = await openOld();
  await setSteps(database, names);
  await expect(upgrade(database, clock, { directory: snapshots })).rejects.toThrow(refusal);
  expect(await stepNames(database)).toEqual(names.toSorted());
  expect(readdirSync(directory)).not.toContain('snapshots');
});

test('keeps the newest copies', async () => {
  const database = await openOld();
  mkdirSync(snapshots);
  for (const step of ['0001', '0002']) writeFileSync(join(snapshots, `before-${step}-x-20250101.sqlite`), '');
  await upgrade(database, clock, { directory: snapshots, keep: 2 });
  expect(readdirSync(snapshots).map((name) => name.slice(0, 11))).toEqual(['before-0002', 'before-0101']);
});

test('makes a directory for copies that only its owner can read', async () => {
  await upgrade(await openOld(), clock, { directory: snapshots });
  expect(statSync(snapshots).mode & 0o777).toBe(0o700);
});
