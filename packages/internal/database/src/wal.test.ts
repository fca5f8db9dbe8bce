import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, Tx } from './database.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';
import { checkpoint } from './wal.ts';

let directory: string;
let file: string;
const opened: Database<any>[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-log-'));
  file = join(directory, 'drive.db');
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(directory, { recursive: true, force: true });
});

async function open(options: Partial<SqliteOptions> = {}): Promise<Database<any>> {
  const database = openSqlite({ file, ...options });
  opened.push(database);
  await database.write((tx) => sql`create table if not exists notes (id integer primary key, text text)`.execute(tx));
  return database;
}

const insert = (tx: Tx<any>, id: number, text = 'x'): Promise<unknown> =>
  sql`insert into notes (id, text) values (${id}, ${text})`.execute(tx);

const listIds = async (database: Database<any>): Promise<number[]> =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(database.reader)).rows.map((row) => row.id);

const turns = async (count = 5): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A fast disk that can be stopped; it then completes a sync on request. */
function createDisk() {
  let isStopped = false;
  let begun = (): void => undefined;
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  return {
    stop: () => (isStopped = true),
    syncWal: () =>
      isStopped
        ? new Promise<void>((resolve, reject) => {
            waiting.push({ resolve, reject });
            begun();
          })
        : Promise.resolve(),
    /** Resolves when a sync waits for the test. */
    isWaiting: () => (waiting.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => void (begun = resolve))),
    finish: () => waiting.shift()!.resolve(),
    fail: (code: string) => waiting.shift()!.reject(Object.assign(new Error(`${code}: fdatasync`), { code })),
  };
}

test('shows readers only durable commits', async () => {
  const disk = createDisk();
  const database = await open({ seams: disk });
  disk.stop();
  const first = database.write((tx) => insert(tx, 1));
  await disk.isWaiting();
  const second = database.write((tx) => insert(tx, 2));
  expect(await listIds(database)).toEqual([]);
  disk.finish();
  await first;
  expect(await listIds(database)).toEqual([1]);
  await disk.isWaiting();
  // The second is committed, and its sync has not completed.
  expect(await listIds(database)).toEqual([1]);
  disk.finish();
  await second;
  expect(await listIds(database)).toEqual([1, 2]);
});

test('shows a write the changes of earlier writes, durable or not', async () => {
  const disk = createDisk();
  const database = await open({ seams: disk });
  disk.stop();
  const first = database.write((tx) => insert(tx, 1));
  await disk.isWaiting();
  let seen: unknown;
  const second = database.write(async (tx) => {
    seen = (await sql`select id from notes`.execute(tx)).rows;
  });
  await turns();
  expect(seen).toEqual([{ id: 1 }]);
  disk.finish();
  await first;
  await disk.isWaiting();
  disk.finish();
  await second;
});

test.each(['EIO', 'ENOSPC', 'EDQUOT'])(
  'acknowledges nothing after a sync failed with %s, logs it once, and shows what was durable before',
  async (code) => {
    const disk = createDisk();
    const broken: Error[] = [];
    const database = await open({ seams: disk, onBroken: (error) => broken.push(error) });
    await database.write((tx) => insert(tx, 1));
    disk.stop();
    const committed = database.write((tx) => insert(tx, 2));
    await disk.isWaiting();
    const waiting = database.write((tx) => insert(tx, 3));
    await turns();
    disk.fail(code);
    await expect(committed).rejects.toThrow(/nobody knows/);
    await expect(waiting).rejects.toThrow(/nothing was kept/);
    await expect(database.write((tx) => insert(tx, 4))).rejects.toThrow(/has to stop/);
    expect(broken).toMatchObject([{ cause: { code } }]);
    expect(await listIds(database)).toEqual([1]);
  },
);

test('keeps the log short and every row under concurrent reads and writes', async () => {
  const maxWalPages = 32;
  const database = await open({ ownsWal: true, seams: { maxWalPages } });
  let isOver = false;
  const reads = (async () => {
    for (let last = 0; !isOver;) {
      const count = (await listIds(database)).length;
      expect(count).toBeGreaterThanOrEqual(last);
      last = count;
      await turns(1);
    }
  })();
  let largest = 0;
  const writeRows = async (first: number): Promise<void> => {
    for (let id = first; id < 600; id += 8) {
      await database.write((tx) => insert(tx, id, 'x'.repeat(3000)));
      largest = Math.max(largest, statSync(`${file}-wal`).size);
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writeRows));
  isOver = true;
  await reads;
  // Nearly 2 MB of rows were written, which are several times as many bytes in pages.
  expect(largest).toBeLessThan(4_000_000);
  expect(await listIds(database)).toHaveLength(600);
  await database.close();
  opened.length = 0;
  expect(existsSync(`${file}-wal`)).toBe(false);
  const closed = new Sqlite(file);
  expect(closed.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(closed.prepare('select count(*) from notes').pluck().get()).toBe(600);
  closed.close();
});

const countWalPages = (handle: Sqlite.Database): number => checkpoint.walPageCounter(handle)();

test('leaves the log to the process that owns it', async () => {
  const seams = {
    maxWalPages: 1,
    startCheckpointWorker: () => {
      throw new Error('a thread was begun');
    },
  };
  const database = await open({ seams });
  const other = new Sqlite(file);
  for (let id = 0; id < 20; id += 1) await database.write((tx) => insert(tx, id, 'x'.repeat(3000)));
  expect(countWalPages(other)).toBeGreaterThan(20);
  other.close();
});

test('continues if the log cannot be checkpointed, and stops if a sync failed', async () => {
  const failure = (code: string) => ({
    maxWalPages: 1,
    startCheckpointWorker: () => {
      throw Object.assign(new Error(code), { code });
    },
  });
  const grows: unknown[] = [];
  const database = await open({
    ownsWal: true,
    onWalGrows: (error) => grows.push(error),
    seams: failure('SQLITE_FULL'),
  });
  await database.write((tx) => insert(tx, 1));
  await database.write((tx) => insert(tx, 2));
  expect(grows).toMatchObject([{ code: 'SQLITE_FULL' }]);

  // The second is the code of a sync outside SQLite, whose later success does not clarify the first failure.
  for (const code of ['SQLITE_IOERR_FSYNC', 'EIO']) {
    const broken: Error[] = [];
    rmSync(directory, { recursive: true, force: true });
    await open({ ownsWal: true, onBroken: (error) => broken.push(error), seams: failure(code) });
    expect(broken).toMatchObject([{ cause: { code } }]);
  }
});

test('recovers the commits of a killed process at its start, and checkpoints its log', async () => {
  const killed = await open();
  for (let id = 0; id < 20; id += 1) await killed.write((tx) => insert(tx, id, 'x'.repeat(3000)));
  const left = join(directory, 'left.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix);
  const database = openSqlite({ file: left, ownsWal: true });
  opened.push(database);
  expect(await listIds(database)).toHaveLength(20);
  const other = new Sqlite(left);
  expect(countWalPages(other)).toBe(1);
  other.close();
});
