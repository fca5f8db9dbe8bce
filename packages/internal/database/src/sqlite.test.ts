import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageFaultOf } from '@drive/base';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database, Tx } from './database.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

let directory: string;
let file: string;
const opened: Database<any>[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-sqlite-'));
  file = join(directory, 'data', 'drive.db');
});
afterEach(async () => {
  vi.restoreAllMocks();
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

test('both connections have the required pragmas: sync, foreign keys and no wait for a lock', async () => {
  const database = await open();
  const settings = async (db: Pick<Tx<any>, 'getExecutor'>): Promise<unknown[]> => [
    (await sql`pragma synchronous`.execute(db)).rows[0],
    (await sql`pragma foreign_keys`.execute(db)).rows[0],
    (await sql`pragma journal_mode`.execute(db)).rows[0],
    (await sql`pragma busy_timeout`.execute(db)).rows[0],
  ];
  const expected = [{ synchronous: 1 }, { foreign_keys: 1 }, { journal_mode: 'wal' }, { timeout: 50 }];
  expect(await settings(database.reader)).toEqual(expected);
  expect(await database.write(settings)).toEqual(expected);
});

test.skipIf(process.platform === 'win32')('creates files that only their owner can read', async () => {
  const database = await open();
  await database.write((tx) => insert(tx, 1));
  for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
});

test('prepares a statement once for any values', async () => {
  const database = await open();
  await database.write((tx) => sql`create index long_notes on notes (text) where text = 'long'`.execute(tx));
  // `explain` does not run the statement, and only a run notices a new index.
  await listIds(database);
  const planOf = async (text: unknown): Promise<unknown> => {
    const { rows } = await sql`explain query plan select id from notes where text = ${text}`.execute(database.reader);
    return rows[0];
  };
  expect(await planOf(sql.lit('long'))).toMatchObject({ detail: expect.stringContaining('long_notes') });
  expect(await planOf('long')).toMatchObject({ detail: 'SCAN notes' });
});

test('needs fewer commits than concurrent writes', async () => {
  const commits: number[] = [];
  const database = await open({ onCommit: (works) => commits.push(works) });
  commits.length = 0;
  await Promise.all(Array.from({ length: 100 }, (_, id) => database.write((tx) => insert(tx, id))));
  expect(commits.length).toBeLessThan(100);
  expect(commits.reduce((sum, works) => sum + works, 0)).toBe(100);
  expect(await listIds(database)).toHaveLength(100);
});

test('rejects every write of a failed commit, and none of the next', async () => {
  const database = await open();
  await database.write((tx) => sql`create table parts (note_id integer not null references notes (id))`.execute(tx));
  const results = await Promise.allSettled([
    database.write((tx) => insert(tx, 1)),
    database.write(async (tx) => {
      // Fails only at the commit.
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`insert into parts (note_id) values (99)`.execute(tx);
    }),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(await listIds(database)).toEqual([]);
  await database.write((tx) => insert(tx, 2));
  expect(await listIds(database)).toEqual([2]);
});

test('keeps exactly the acknowledged writes when the disk is full, and continues when there is room', async () => {
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

test('requests room once for all writes that fail on a full disk, and retries them', async () => {
  let isFull = false;
  let asked = 0;
  const faults: unknown[] = [];
  failCommits(() => (isFull ? 'SQLITE_FULL' : undefined));
  const database = await open({
    onFault: (fault) => faults.push(fault),
    makeRoom: async () => {
      asked += 1;
      isFull = false;
      return true;
    },
  });
  isFull = true;
  await Promise.all([1, 2, 3].map((id) => database.write((tx) => insert(tx, id))));
  expect(await listIds(database)).toEqual([1, 2, 3]);
  expect([asked, faults]).toEqual([1, ['full', undefined]]);
});

test('fails a write for which no room can be made, after at most one more attempt', async () => {
  let isFull = false;
  let commits = 0;
  failCommits(() => {
    commits += 1;
    return isFull ? 'SQLITE_FULL' : undefined;
  });
  const answers = [true, false];
  const database = await open({ makeRoom: async () => answers.shift() ?? false });
  isFull = true;
  commits = 0;
  for (const tries of [2, 3]) {
    const failure = await database.write((tx) => insert(tx, 1)).catch((error: unknown) => error);
    expect(storageFaultOf(failure)).toBe('full');
    expect(commits).toBe(tries);
  }
});

test.each(['SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_SHMSIZE'])(
  'refuses writes while a commit fails with %s, keeps reading, and writes again without a restart',
  async (code) => {
    let isReadOnly = false;
    const broken: Error[] = [];
    const faults: unknown[] = [];
    failCommits(() => (isReadOnly ? code : undefined));
    const database = await open({ onBroken: (error) => broken.push(error), onFault: (fault) => faults.push(fault) });
    await database.write((tx) => insert(tx, 1));
    isReadOnly = true;
    for (const id of [2, 3]) {
      const failure = await database.write((tx) => insert(tx, id)).catch((error: unknown) => error);
      expect(storageFaultOf(failure)).toBe(code === 'SQLITE_IOERR_SHMSIZE' ? 'full' : 'unwritable');
    }
    expect(await listIds(database)).toEqual([1]);
    isReadOnly = false;
    await database.write((tx) => insert(tx, 4));
    expect(await listIds(database)).toEqual([1, 4]);
    expect(broken).toEqual([]);
    expect(faults).toEqual([code === 'SQLITE_IOERR_SHMSIZE' ? 'full' : 'unwritable', undefined]);
  },
);

/** Makes commits fail with the returned code. */
function failCommits(codeOf: () => string | undefined): void {
  const prepare = Sqlite.prototype.prepare;
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
    const statement = prepare.call(this, text) as Sqlite.Statement;
    if (text !== 'commit') return statement;
    const run = statement.run.bind(statement);
    return Object.assign(Object.create(statement) as Sqlite.Statement, {
      run: () => {
        const code = this.readonly ? undefined : codeOf();
        if (code === undefined) return run();
        throw new Sqlite.SqliteError('disk I/O error', code);
      },
    });
  });
}

test('refuses every write after a failed sync, and logs it once', async () => {
  let fails = false;
  failCommits(() => (fails ? 'SQLITE_IOERR_FSYNC' : undefined));
  const broken: Error[] = [];
  const database = await open({ onBroken: (error) => broken.push(error) });
  fails = true;
  await expect(database.write((tx) => insert(tx, 1))).rejects.toThrow(/nothing was kept/);
  fails = false;
  const refused = await database.write((tx) => insert(tx, 2)).catch((error: unknown) => error);
  expect(storageFaultOf(refused)).toBe('unwritable');
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

test('reads during an open write, without its changes until the commit', async () => {
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

/** A query that takes SQLite some hundred milliseconds. */
const countFar = (database: Database<any>) =>
  sql<{ n: number }>`
    with recursive numbers as (select 1 as n union all select n + 1 from numbers where n < 1000000)
    select count(*) as n from numbers`.execute(database.workerReader);

test('answers other requests during a read of the committed reader', async () => {
  const database = await open();
  let isOver = false;
  const far = countFar(database).finally(() => (isOver = true));
  for (let id = 1; id <= 3; id += 1) await database.write((tx) => insert(tx, id));
  expect([isOver, await listIds(database)]).toEqual([false, [1, 2, 3]]);
  expect((await far).rows).toEqual([{ n: 1_000_000 }]);
});

test('the committed reader does not see commits that are not durable', async () => {
  const disk = { waits: false, ...Promise.withResolvers<void>() };
  const database = await open({ seams: { syncWal: async () => (disk.waits ? disk.promise : undefined) } });
  const other = await open();
  disk.waits = true;
  const write = database.write((tx) => insert(tx, 1));
  await expect.poll(() => listIds(other)).toEqual([1]);
  let told: number[] | undefined;
  const aside = sql<{ id: number }>`select id from notes`
    .execute(database.workerReader)
    .then(({ rows }) => (told = rows.map(({ id }) => id)));
  // Takes far longer than the query above.
  await countFar(other);
  expect([told, await listIds(database)]).toEqual([undefined, []]);
  disk.resolve();
  await write;
  expect(await aside).toEqual([1]);
});
