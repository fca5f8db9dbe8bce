import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database, Tx } from './database.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

let directory: string;
let file: string;
const opened: Database[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-sqlite-'));
  file = join(directory, 'data', 'drive.db');
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) await database.close();
  rmSync(directory, { recursive: true, force: true });
});

async function open(options: Partial<SqliteOptions> = {}): Promise<Database> {
  const database = openSqlite({ file, ...options });
  opened.push(database);
  await database.write((tx) => sql`create table if not exists notes (id integer primary key, text text)`.execute(tx));
  return database;
}

const insert = (tx: Tx, id: number, text = 'x'): Promise<unknown> =>
  sql`insert into notes (id, text) values (${id}, ${text})`.execute(tx);

const listIds = async (database: Database): Promise<number[]> =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(database.reader)).rows.map((row) => row.id);

test('lets SQLite sync where the order of writes matters, hold foreign keys, and hold nobody up for a lock, on both connections', async () => {
  const database = await open();
  const settings = async (db: Pick<Tx, 'getExecutor'>): Promise<unknown[]> => [
    (await sql`pragma synchronous`.execute(db)).rows[0],
    (await sql`pragma foreign_keys`.execute(db)).rows[0],
    (await sql`pragma journal_mode`.execute(db)).rows[0],
    (await sql`pragma busy_timeout`.execute(db)).rows[0],
  ];
  const expected = [{ synchronous: 1 }, { foreign_keys: 1 }, { journal_mode: 'wal' }, { timeout: 50 }];
  expect(await settings(database.reader)).toEqual(expected);
  expect(await database.write(settings)).toEqual(expected);
});

test.skipIf(process.platform === 'win32')('makes files that only their owner can read', async () => {
  const database = await open();
  await database.write((tx) => insert(tx, 1));
  for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
});

test('plans a statement once, whatever is bound to it', async () => {
  const database = await open();
  await database.write((tx) => sql`create index long_notes on notes (text) where text = 'long'`.execute(tx));
  // To explain a statement is not to run it, and only a run sees that there is an index more.
  await listIds(database);
  const planOf = async (text: unknown): Promise<unknown> => {
    const { rows } = await sql`explain query plan select id from notes where text = ${text}`.execute(database.reader);
    return rows[0];
  };
  expect(await planOf(sql.lit('long'))).toMatchObject({ detail: expect.stringContaining('long_notes') });
  expect(await planOf('long')).toMatchObject({ detail: 'SCAN notes' });
});

test('needs fewer commits than writes that wait at the same time', async () => {
  const commits: number[] = [];
  const database = await open({ onCommit: (works) => commits.push(works) });
  commits.length = 0;
  await Promise.all(Array.from({ length: 100 }, (_, id) => database.write((tx) => insert(tx, id))));
  expect(commits.length).toBeLessThan(100);
  expect(commits.reduce((sum, works) => sum + works, 0)).toBe(100);
  expect(await listIds(database)).toHaveLength(100);
});

test('rejects every write of a commit that fails, and none of the next', async () => {
  const database = await open();
  await database.write((tx) => sql`create table parts (note_id integer not null references notes (id))`.execute(tx));
  const results = await Promise.allSettled([
    database.write((tx) => insert(tx, 1)),
    database.write(async (tx) => {
      // Found out only at the commit.
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`insert into parts (note_id) values (99)`.execute(tx);
    }),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(await listIds(database)).toEqual([]);
  await database.write((tx) => insert(tx, 2));
  expect(await listIds(database)).toEqual([2]);
});

test('keeps exactly what it acknowledged when the disk is full, and goes on when there is room', async () => {
  const database = await open();
  const pages = async (count: number): Promise<void> =>
    database.write(async (tx) => void (await sql.raw(`pragma max_page_count = ${count}`).execute(tx)));
  await pages(12);
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, id) => database.write((tx) => insert(tx, id, 'x'.repeat(2000)))),
  );
  const kept = results.flatMap((result, id) => (result.status === 'fulfilled' ? [id] : []));
  expect(kept.length).toBeLessThan(40);
  expect(await listIds(database)).toEqual(kept);
  await pages(1_000);
  await database.write((tx) => insert(tx, 100));
  expect(await listIds(database)).toEqual([...kept, 100]);
});

test('refuses every write after the disk has failed a commit, and says so once', async () => {
  const prepare = Sqlite.prototype.prepare;
  let fails = false;
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
    const statement = prepare.call(this, text) as Sqlite.Statement;
    if (text !== 'commit') return statement;
    const run = statement.run.bind(statement);
    return Object.assign(Object.create(statement) as Sqlite.Statement, {
      run: () => {
        if (fails) throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
        return run();
      },
    });
  });
  const broken: Error[] = [];
  const database = await open({ onBroken: (error) => broken.push(error) });
  fails = true;
  await expect(database.write((tx) => insert(tx, 1))).rejects.toThrow(/nothing was kept/);
  fails = false;
  await expect(database.write((tx) => insert(tx, 2))).rejects.toThrow(/has to stop/);
  expect(broken).toHaveLength(1);
  expect(await listIds(database)).toEqual([]);
});

test('waits for another process that writes', async () => {
  const database = await open();
  const other = new Sqlite(file);
  other.exec('begin immediate');
  setTimeout(() => {
    other.exec('insert into notes (id) values (1); commit');
    other.close();
  }, 400);
  await database.write((tx) => insert(tx, 2));
  expect(await listIds(database)).toEqual([1, 2]);
});

test('reads while a write is open, and sees it only when it is committed', async () => {
  const database = await open();
  const other = await open();
  let seenInside: number[] | undefined;
  await database.write(async (tx) => {
    await insert(tx, 1);
    seenInside = await listIds(other);
  });
  expect(seenInside).toEqual([]);
  expect(await listIds(other)).toEqual([1]);
});

/** Some hundred milliseconds of work for SQLite. */
const countFar = (database: Database) =>
  sql<{ n: number }>`
    with recursive numbers as (select 1 as n union all select n + 1 from numbers where n < 1000000)
    select count(*) as n from numbers`.execute(database.asideReader);

test('answers others while it reads aside', async () => {
  const database = await open();
  let isOver = false;
  const far = countFar(database).finally(() => (isOver = true));
  for (let id = 1; id <= 3; id += 1) await database.write((tx) => insert(tx, id));
  expect([isOver, await listIds(database)]).toEqual([false, [1, 2, 3]]);
  expect((await far).rows).toEqual([{ n: 1_000_000 }]);
});

test('tells nobody aside what the disk does not have yet', async () => {
  const disk = { waits: false, ...Promise.withResolvers<void>() };
  const database = await open({ seams: { syncLog: async () => (disk.waits ? disk.promise : undefined) } });
  const other = await open();
  disk.waits = true;
  const write = database.write((tx) => insert(tx, 1));
  await expect.poll(() => listIds(other)).toEqual([1]);
  let told: number[] | undefined;
  const aside = sql<{ id: number }>`select id from notes`
    .execute(database.asideReader)
    .then(({ rows }) => (told = rows.map(({ id }) => id)));
  // Takes far longer than what is asked above it.
  await countFar(other);
  expect([told, await listIds(database)]).toEqual([undefined, []]);
  disk.resolve();
  await write;
  expect(await aside).toEqual([1]);
});
