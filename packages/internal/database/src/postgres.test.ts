import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/test-database.ts';
import type { Tx } from './database.ts';
import { openPostgres } from './postgres.ts';

let handle: TestDatabase;

describe.runIf(inject('databaseKind') === 'postgres')('on Postgres', () => {
  beforeEach(async () => {
    handle = await openTestDatabase();
    await handle.database.write(async (tx) => {
      await sql`create table notes (id bigint primary key, n bigint not null)`.execute(tx);
      await sql`insert into notes values (1, 0), (2, 0)`.execute(tx);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    return handle.close();
  });

  test('retries a write that Postgres ended because of a deadlock', async () => {
    let attempts = 0;
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = Promise.all(arrived.map((gate) => gate.promise));
    const hooks: number[] = [];
    const crossing = (me: 0 | 1): Promise<void> =>
      handle.database.write(async (tx) => {
        attempts += 1;
        const ids = me === 0 ? [1, 2] : [2, 1];
        tx.afterCommit(() => hooks.push(me));
        await sql`update notes set n = n + 1 where id = ${ids[0]}`.execute(tx);
        arrived[me]!.resolve();
        await both;
        await sql`update notes set n = n + 1 where id = ${ids[1]}`.execute(tx);
      });
    await Promise.all([crossing(0), crossing(1)]);
    const { rows } = await sql`select n from notes`.execute(handle.database.reader);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
    expect(attempts).toBe(3);
    expect(hooks).toHaveLength(2);
  });

  test('survives closed connections, and reports unavailable without a server', async () => {
    await handle.database.ping();
    await terminateConnections();
    await expect.poll(() => handle.database.ping().then(() => 'up')).toBe('up');

    const nowhere = await openPostgres({ url: 'postgres://drive@127.0.0.1:1/drive' });
    await expect(nowhere.ping()).rejects.toMatchObject({ name: 'DomainError', code: 'unavailable' });
    await nowhere.close();
  });

  test.each([
    ['between two statements', (tx: Tx<any>) => terminateConnections().then(() => increment(tx))],
    [
      'during a statement',
      (tx: Tx<any>) => Promise.all([sql`select pg_sleep(60)`.execute(tx), terminateConnections()]),
    ],
    ['before the commit', () => terminateConnections()],
  ])('reports a transaction as unavailable whose connection Postgres closes %s', async (_when, lose) => {
    const writing = handle.database.write(async (tx) => {
      await increment(tx);
      await lose(tx);
    });
    await expect(writing).rejects.toMatchObject({ name: 'DomainError', code: 'unavailable', retryAfterSeconds: 1 });

    await handle.database.write(increment);
    const { rows } = await sql`select n from notes where id = 1`.execute(handle.database.reader);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('reports a statement that takes too long as unavailable, and goes on over a new connection', async () => {
    const source = handle.database.source as { readonly url: string };
    const database = await openPostgres({ url: source.url, maxConnections: 1, statementMs: 100 });
    const silent = database.write(async (tx) => {
      await increment(tx);
      await sql`select pg_sleep(600)`.execute(tx);
    });
    await expect(silent).rejects.toMatchObject({ name: 'DomainError', code: 'unavailable', retryAfterSeconds: 1 });
    await database.ping();
    await database.close();
  });

  test.each([
    ['from its second use on', {}, ['update notes set n = n + 1 where id = $1']],
    ['never with ?prepare=false', { prepare: false }, []],
  ])('prepares a statement %s', async (_when, options, expected) => {
    const database = await handle.connect(options);
    const prepared = await database.write(async (tx) => {
      for (let uses = 0; uses < 3; uses += 1) await increment(tx);
      return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
    });
    expect(prepared.rows.map(({ statement }) => statement)).toEqual(expected);
    await database.close();
  });

  test('takes a lock again if the work that took it in a shared commit is undone', async () => {
    const locks = (names: readonly string[], fails = false): Promise<number> =>
      handle.database.write(
        async (tx) => {
          for (const name of names) await tx.lock(name);
          const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
            where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
          if (fails) throw new Error('on purpose');
          return rows[0]?.count ?? 0;
        },
        { owner: 1 },
      );
    // Works share a commit for some milliseconds only.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const ends = await Promise.allSettled([locks(['a', 'a']), locks(['b'], true), locks(['b']), locks(['a', 'c'])]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed'))).toEqual([1, 'failed', 2, 3]);
  });

  test('repeats the reads that shared a message with one that breaks the connection', async () => {
    const { reader } = handle.database;
    await sql`select 1`.execute(reader);
    const breaking = sql`select pg_terminate_backend(pg_backend_pid())`;
    // Reads that have waited for some milliseconds are not repeated.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ends = await Promise.allSettled(
      [sql`select 1 as n`, breaking, sql`select 2 as n`].map((read) => read.execute(reader)),
    );
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.rows : 'failed'))).toEqual([
      [{ n: 1 }],
      'failed',
      [{ n: 2 }],
    ]);
  });

  test('answers short reads while long ones are under way', async () => {
    const source = handle.database.source as { readonly url: string };
    const database = await openPostgres({ url: source.url, maxConnections: 8 });
    const { reader } = database;
    const gate = await handle.connect();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const held = gate.write(async (tx) => {
      await sql`lock table notes in access exclusive mode`.execute(tx);
      locked();
      await opened;
    });
    await isLocked;
    const long: Promise<unknown>[] = [];
    for (const messages of [1, 2, 3]) {
      long.push(...Array.from({ length: 2 }, () => sql`select n from notes`.execute(reader)));
      await expect.poll(waitingConnections).toBe(messages);
    }
    for (let count = 0; count < 3; count += 1) await sql`select 1`.execute(reader);
    open();
    await Promise.all([held, ...long]);
    await Promise.all([gate.close(), database.close()]);
  });

  test('writes of one owner that arrive together share a commit, and one that fails leaves the others', async () => {
    await handle.database.write((tx) => sql`create table commits (id bigint, xid text)`.execute(tx));
    const add = (id: number) =>
      handle.database.write(
        async (tx) => {
          await sql`insert into commits values (${id}, pg_current_xact_id()::text)`.execute(tx);
          await sql`update notes set n = n + ${id === 3 ? -100 : 1} where id = ${1}`.execute(tx.later);
          if (id % 4 === 0) throw new Error('on purpose');
        },
        { owner: 1 },
      );
    const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => add(index + 1)));
    expect(ends.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []))).toEqual([4, 8, 12, 16, 20]);
    const { rows } = await sql<{ rows: number; commits: number; n: number }>`
      select count(*) as rows, count(distinct xid) as commits, (select n from notes where id = 1) as n from commits`.execute(
      handle.database.reader,
    );
    expect(rows).toEqual([{ rows: 15, commits: expect.any(Number), n: 14 - 100 }]);
    expect(rows[0]?.commits).toBeLessThan(10);
  });

  test('repeats the writes of a shared commit one by one if a deferred statement of one fails, which alone fails', async () => {
    await sql`select 1`.execute(handle.database.reader);
    const write = (id: number, isDeferred = false) =>
      handle.database.write(
        async (tx) => {
          await sql`update notes set n = n + 1 where id = 1`.execute(tx);
          await sql`insert into notes values (${id}, 0)`.execute(isDeferred ? tx.later : tx);
        },
        { owner: 1 },
      );
    const ends = await Promise.allSettled([write(3), write(1, true), write(4), write(5)]);
    const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(handle.database.reader);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    await write(6);
    const counted = await sql<{ n: number }>`select n from notes where id = 1`.execute(handle.database.reader);
    expect(counted.rows).toEqual([{ n: 4 }]);
  });

  test('keeps the plans of as many statements as it used last, of those that it used twice', async () => {
    const database = await handle.connect();
    const prepared = await database.write(async (tx) => {
      for (let length = 1; length <= 250; length += 1)
        for (let uses = 0; uses < 2; uses += 1)
          await sql`select n from notes where id in (${sql.join(Array.from({ length }, (_, id) => id))})`.execute(tx);
      await sql`select n from notes where id = ${1}`.execute(tx);
      return sql<{ statement: string }>`select statement from pg_prepared_statements order by name`.execute(tx);
    });
    expect(prepared.rows).toHaveLength(200);
    expect(prepared.rows.map(({ statement }) => statement.split('$').length - 1)).toContain(250);
    await database.close();
  });

  test('goes on with prepared statements after one of them failed, also at its first use under its name', async () => {
    const database = await handle.connect();
    const add = (id: number) => database.write((tx) => sql`insert into notes values (${id}, ${0})`.execute(tx));
    await add(3);
    await expect(add(1)).rejects.toMatchObject({ code: '23505' });
    await expect(add(2)).rejects.toMatchObject({ code: '23505' });
    await add(4);
    await database.write(async (tx) => {
      await sql`insert into notes values (${5}, ${0})`.execute(tx);
      await sql`insert into notes values (${6}, ${0})`.execute(tx);
    });
    const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(database.reader);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    await database.close();
  });
});

const increment = (tx: Tx<any>) => sql`update notes set n = n + 1 where id = ${1}`.execute(tx);

const waitingConnections = async (): Promise<unknown> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(
    handle.database.reader,
  );
  return rows[0]?.count;
};

/** As a failover does: closes each connection to the database but the one that asks. */
async function terminateConnections(): Promise<void> {
  const other = await handle.connect();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    other.reader,
  );
  await other.close();
}
