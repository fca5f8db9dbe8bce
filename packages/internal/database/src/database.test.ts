import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/test-database.ts';
import type { Database, Reader, Tx } from './database.ts';
import { toNumber } from './rows/query-parts.ts';

let handle: TestDatabase;
let database: Database<any>;

beforeEach(async () => {
  handle = await openTestDatabase();
  database = handle.database;
  await database.write(async (tx) => {
    await sql`create table notes (id bigint primary key, text text not null, n bigint not null check (n >= 0))`.execute(
      tx,
    );
  });
});
afterEach(() => handle.close());

const insert = (tx: Tx<any>['later'], id: number, n = 0): Promise<unknown> =>
  sql`insert into notes (id, text, n) values (${id}, 'x', ${n})`.execute(tx);
const listIds = async (db: Reader<any> = database.reader): Promise<number[]> =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows.map((row) => row.id);

test('keeps the changes of a write and returns its value', async () => {
  const value = await database.write(async (tx) => {
    await insert(tx, 1);
    expect(await listIds(tx)).toEqual([1]);
    return 'done';
  });
  expect(value).toBe('done');
  expect(await listIds()).toEqual([1]);
});

test('keeps nothing of a write that rejects, and passes on its error', async () => {
  const error = new Error('no');
  const write = database.write(async (tx) => {
    await insert(tx, 1);
    throw error;
  });
  await expect(write).rejects.toBe(error);
  expect(await listIds()).toEqual([]);
});

test('rejects if the work throws before it returns a promise', async () => {
  const write = database.write(() => {
    throw new Error('at once');
  });
  await expect(write).rejects.toThrow('at once');
  await database.write((tx) => insert(tx, 1));
  expect(await listIds()).toEqual([1]);
});

test('refuses the readers inside a write, also one obtained before it', async () => {
  const { reader } = database;
  await expect(database.write(() => listIds(database.reader))).rejects.toThrow(/database\.reader was used inside/);
  await expect(database.write(() => listIds(reader))).rejects.toThrow(/database\.reader was used inside/);
  await expect(database.write(() => listIds(database.workerReader))).rejects.toThrow(/Reader was used inside/i);
});

test('the committed reader sees committed rows, and every acknowledged write', async () => {
  for (const id of [1, 2, 3]) {
    await database.write((tx) => insert(tx, id));
    expect(await listIds(database.workerReader)).toEqual(Array.from({ length: id }, (_, index) => index + 1));
  }
  await expect(sql`select id from nowhere`.execute(database.workerReader)).rejects.toThrow(/nowhere/);
  expect(await listIds(database.workerReader)).toEqual([1, 2, 3]);
});

test('refuses a write inside a write', async () => {
  const nested = database.write(async (tx) => {
    await insert(tx, 1);
    await database.write((inner) => insert(inner, 2));
  });
  await expect(nested).rejects.toThrow(/database\.write was used inside/);
  expect(await listIds()).toEqual([]);
});

test('lets code that outlives a write use the database after it', async () => {
  let goOn = (): void => {};
  let later: Promise<number[]> | undefined;
  await database.write(async (tx) => {
    await insert(tx, 1);
    later = new Promise<void>((resolve) => (goOn = resolve)).then(async () => {
      await database.write((other) => insert(other, 2));
      return listIds();
    });
  });
  goOn();
  expect(await later).toEqual([1, 2]);
});

test('runs deferred statements before the next one, in their order', async () => {
  await database.write(async (tx) => {
    await insert(tx.later, 1);
    await sql`update notes set id = 2 where id = 1`.execute(tx.later);
    await insert(tx.later, 1);
    expect(await listIds(tx)).toEqual([1, 2]);
    await Promise.all([insert(tx, 3), sql`update notes set id = 4 where id = 3`.execute(tx.later), insert(tx, 3)]);
    await sql`update notes set n = 7 where id = 4`.execute(tx.later);
  });
  const { rows } = await sql`select id, n from notes order by id`.execute(database.reader);
  expect(rows).toEqual([1, 2, 3, 4].map((id) => ({ id, n: id === 4 ? 7 : 0 })));
});

test('answers reads that run together each with its own rows, also beside one that fails', async () => {
  const reads = [sql`select 1 as n`, sql`select n from nowhere`, sql`select 2 as n where 1 = 0`, sql`select 3 as n`];
  const ends = await Promise.allSettled(reads.map((read) => read.execute(database.reader)));
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.rows : 'failed'))).toEqual([
    [{ n: 1 }],
    'failed',
    [],
    [{ n: 3 }],
  ]);
});

test('gives statements that a write runs together each its own rows', async () => {
  const results = await database.write((tx) =>
    Promise.all([
      sql`insert into notes (id, text, n) values (1, '', 5) returning n`.execute(tx),
      sql`select id, n from notes`.execute(tx),
      sql`delete from notes`.execute(tx),
      sql`select id from notes`.execute(tx),
    ]),
  );
  expect(results.map(({ rows }) => rows)).toEqual([[{ n: 5 }], [{ id: 1, n: 5 }], [], []]);
  expect(results[2].numAffectedRows).toBe(1n);
});

test('keeps nothing of a write with a deferred statement that failed', async () => {
  const last = database.write(async (tx) => {
    await insert(tx, 1);
    await insert(tx.later, 1);
  });
  await expect(last).rejects.toMatchObject({ message: expect.stringMatching(/unique/i) });
  const followed = database.write(async (tx) => {
    await insert(tx.later, 2, -1);
    await insert(tx, 3);
  });
  await expect(followed).rejects.toMatchObject({ message: expect.stringMatching(/check/i) });
  expect(await listIds()).toEqual([]);
  await database.write((tx) => insert(tx.later, 4));
  expect(await listIds()).toEqual([4]);
});

test('runs after-commit hooks after the commit, and only then', async () => {
  const seen: string[] = [];
  await database.write(async (tx) => {
    tx.afterCommit(() => seen.push('committed'));
    await insert(tx, 1);
    seen.push('written');
  });
  expect(seen).toEqual(['written', 'committed']);

  const failed = database.write(async (tx) => {
    tx.afterCommit(() => seen.push('never'));
    await insert(tx, 1);
  });
  await expect(failed).rejects.toThrow(/constraint/i);
  expect(seen).toEqual(['written', 'committed']);
});

test('keeps nothing if a statement failed, also if its error was caught', async () => {
  const write = database.write(async (tx) => {
    await insert(tx, 1);
    await insert(tx, 1).catch(() => {});
    return 'looks fine';
  });
  await expect(write).rejects.toThrow(/statement failed/);
  const goesOn = database.write(async (tx) => {
    await insert(tx, -1, -1).catch(() => {});
    await insert(tx, 2);
  });
  await expect(goesOn).rejects.toThrow(/aborted/);
  expect(await listIds()).toEqual([]);
});

test('waits for running queries of a write after another one failed', async () => {
  const write = database.write(async (tx) => {
    await Promise.all([insert(tx, 1), insert(tx, 2), insert(tx, 3, -1), insert(tx, 4)]);
  });
  await expect(write).rejects.toThrow(/constraint/i);
  await database.write((tx) => insert(tx, 9));
  expect(await listIds()).toEqual([9]);
});

test('rejects a write that did not await one of its queries, and keeps nothing of it', async () => {
  const forgetful = database.write(async (tx) => {
    await insert(tx, 1);
    void insert(tx, 2).catch(() => {});
  });
  await expect(forgetful).rejects.toThrow(/await every one/);
  expect(await listIds()).toEqual([]);
});

test('refuses a transaction that has ended', async () => {
  let kept: Tx<any> | undefined;
  await database.write(async (tx) => {
    kept = tx;
    await insert(tx, 1);
  });
  await expect(insert(kept!, 2)).rejects.toThrow(/is over/);
  expect(await listIds()).toEqual([1]);
});

test.each(['reader', 'workerReader'] as const)('refuses to write through the %s', async (name) => {
  await expect(sql`insert into notes (id, text, n) values (1, 'x', 1)`.execute(database[name])).rejects.toThrow(
    /read-?only|does not return data/,
  );
  expect(await listIds()).toEqual([]);
});

test('returns counts, sums and large integers as numbers', async () => {
  const large = 2 ** 52;
  await database.write(async (tx) => {
    await insert(tx, 1, large);
    await insert(tx, 2, 5);
  });
  const { rows } = await sql<{
    count: number;
    sum: number;
    n: number;
    none: null;
  }>`select count(*) as count, sum(n) as sum, max(n) as n, (select sum(n) from notes where id > 9) as none from notes`.execute(
    database.reader,
  );
  expect(rows).toEqual([{ count: 2, sum: large + 5, n: large, none: null }]);
  expect(toNumber(rows[0]!.none)).toBe(0);
  expect(toNumber('12')).toBe(12);
  expect(() => toNumber(2 ** 60)).toThrow(RangeError);
});

test('serializes transactions that lock the same name', async () => {
  await database.write((tx) => insert(tx, 1, 0));
  const increment = async (tx: Tx<any>): Promise<void> => {
    await tx.lock('notes:1');
    const { rows } = await sql<{ n: number }>`select n from notes where id = 1`.execute(tx);
    await sql`update notes set n = ${rows[0]!.n + 1} where id = 1`.execute(tx);
  };
  await Promise.all(Array.from({ length: 25 }, () => database.write(increment)));
  const { rows } = await sql<{ n: number }>`select n from notes`.execute(database.reader);
  expect(rows).toEqual([{ n: 25 }]);
});

test('runs a write and its hooks in the async context of its caller', async () => {
  const requestId = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      requestId.run(id, () =>
        database.write(async (tx) => {
          tx.afterCommit(() => seen.push(`${id}-${requestId.getStore()}`));
          await tx.selectFrom('notes').select('id').execute();
          seen.push(`${id}=${requestId.getStore()}`);
        }),
      ),
    ),
  );
  expect(new Set(seen)).toEqual(new Set(['a=a', 'b=b', 'c=c', 'a-a', 'b-b', 'c-c']));
});

test('finishes started work when it closes, and refuses later work', async () => {
  const other = await handle.connect();
  const begun = [1, 2, 3].map((id) => other.write((tx) => insert(tx, id)));
  const closed = other.close();
  await expect(other.write((tx) => insert(tx, 4))).rejects.toThrow(/closed/);
  await Promise.all([...begun, closed]);
  expect(await listIds()).toEqual([1, 2, 3]);
});
