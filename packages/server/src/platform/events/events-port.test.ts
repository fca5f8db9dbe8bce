import { dayMs, hourMs, type Log, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { JobQueue, type Jobs } from '@drive/jobs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOwner } from '../access/index.ts';
import { createEvents } from './create-events.ts';
import { forgetForeignOrder } from './event-store.ts';
import { firstPosition, type PublishedEvent, type Events } from './events-port.ts';

let handle: TestDatabase;
let clock: TestClock;
let jobs: Jobs;
let events: Events;
let userId: number;

const silent = (): void => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

beforeEach(async () => {
  handle = await createTestDatabase();
  const { database } = handle;
  clock = createTestClock();
  jobs = new JobQueue({ database, clock, random: systemRandom, log, runsOnlyWhenDrained: true });
  events = createEvents({ database, clock, random: systemRandom, jobs });
  const user = await database.write(async (tx) => {
    const row = await tx
      .insertInto('users')
      .values({
        id: 'u',
        email: 'a@example.org',
        email_key: 'a@example.org',
        name: null,
        password_hash: 'x',
        plan: 'free',
        is_admin: 0,
        created_at: clock.now(),
      })
      .returning('row_id')
      .executeTakeFirstOrThrow();
    await insertOwner(tx, { rowId: row.row_id, id: 'u', kind: 'user', quotaBytes: null });
    return row;
  });
  userId = user.row_id;
});
afterEach(async () => {
  await jobs.stop();
  await handle.close();
});

const type = 'share.download.anonymous';
const data = {
  share_token: 't',
  share_name: 'n',
  file_id: null,
  file_name: null,
  occurred_at: '2026-01-15T12:00:00.000Z',
};
const publish = (): Promise<unknown> => handle.database.write(async (tx) => events.publish(tx, { type, userId, data }));
/** On Postgres an open transaction of another test may hold events back for a while. */
const whenNoneIsHeldBack = async (): Promise<void> => {
  await expect.poll(async () => (await events.findEnd(userId, 0)).behind).toEqual([]);
};
const countEvents = async (): Promise<number> =>
  (await handle.database.reader.selectFrom('events').select('id').execute()).length;

test('stores an event with its data, and calls the accompanying functions in its transaction', async () => {
  const accompanied: PublishedEvent[] = [];
  events.accompany(async (_tx, published) => void accompanied.push(...published), sql`true`);
  await publish();
  const row = { id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/), type, userId, createdAt: clock.now(), place: null };
  const event = { ...row, data };
  expect(accompanied).toEqual([row]);
  await whenNoneIsHeldBack();
  expect(await events.listAfter({ userId, after: firstPosition, since: 0, limit: 10 })).toEqual({
    events: [{ event, position: { transactionId: expect.any(Number), rowId: expect.any(Number) } }],
    isBehind: false,
  });
});

test('notifies every watcher of a committed event, until it stops', async () => {
  const notified: string[] = [];
  const stop = events.watch((user) => void notified.push(`one ${user}`));
  events.watch((user) => void notified.push(`two ${user}`));
  await handle.database.write(async (tx) => {
    events.publish(tx, { type, userId, data });
    expect(notified).toEqual([]);
  });
  expect(notified).toEqual([`one ${userId}`, `two ${userId}`]);
  stop();
  await publish();
  expect(notified.slice(2)).toEqual([`two ${userId}`]);
});

test('finds the last event of each of many users', async () => {
  expect(await events.findLastOfEach([userId, 4711], 0)).toEqual(new Map());
  for (const _ of [1, 2]) await publish();
  await whenNoneIsHeldBack();
  const { last } = await events.findEnd(userId, 0);
  expect(await events.findLastOfEach([userId, 4711], 0)).toEqual(new Map([[userId, last?.rowId]]));
});

test('publishes several events in order, by one call of the accompanying functions', async () => {
  const accompanied: (readonly PublishedEvent[])[] = [];
  events.accompany(async (_tx, published) => void accompanied.push(published), sql`true`);
  const published = await handle.database.write(async (tx) =>
    ['x', 'y', 'z'].map((name) => events.publish(tx, { type, userId, data: { ...data, share_name: name } })),
  );
  expect(accompanied).toEqual([published.map(({ data: _data, ...row }) => ({ ...row, place: null }))]);
  await whenNoneIsHeldBack();
  const { events: stored } = await events.listAfter({ userId, after: firstPosition, since: 0, limit: 10 });
  expect(stored.map(({ event }) => event)).toEqual(published.map((event) => ({ ...event, place: null })));
});

describe.runIf(inject('databaseKind') === 'postgres')('while an earlier transaction is open', () => {
  const idsAfter = async (after = firstPosition) => {
    const page = await events.listAfter({ userId, after, since: 0, limit: 10 });
    return { ids: page.events.map(({ event }) => event.id), isBehind: page.isBehind };
  };

  test('a later event is held back, so that readers find both in order', async () => {
    const other = await handle.connect();
    const [entered, left] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const slow = other.write(async (tx) => {
      // A transaction has its place from its first write on.
      await sql`select pg_current_xact_id()`.execute(tx);
      entered.resolve(events.publish(tx, { type, userId, data }).id);
      await left.promise;
    });
    const first = await entered.promise;
    const second = await handle.database.write(async (tx) => events.publish(tx, { type, userId, data }));
    expect(await idsAfter()).toEqual({ ids: [], isBehind: true });
    expect(await events.findEnd(userId, 0)).toEqual({ last: undefined, behind: [second.id] });
    expect(await events.findLastOfEach([userId], 0)).toEqual(new Map());
    left.resolve();
    await slow;
    await other.close();
    await expect.poll(() => idsAfter()).toEqual({ ids: [first, second.id], isBehind: false });
    const position = await events.findPosition(userId, first);
    expect(await idsAfter(position)).toEqual({ ids: [second.id], isBehind: false });
  });

  test('an event of a database that was copied from another server precedes the next one', async () => {
    await publish();
    await handle.database.write((tx) =>
      tx
        .updateTable('events')
        .set({ transaction_id: 2 ** 50 })
        .execute(),
    );
    await forgetForeignOrder(handle.database);
    const before = (await events.findEnd(userId, 0)).last;
    const next = await handle.database.write(async (tx) => events.publish(tx, { type, userId, data }));
    await expect.poll(() => idsAfter(before)).toEqual({ ids: [next.id], isBehind: false });
    const { transaction_id: kept } = await handle.database.reader
      .selectFrom('events')
      .select('transaction_id')
      .where('id', '=', next.id)
      .executeTakeFirstOrThrow();
    await forgetForeignOrder(handle.database);
    expect(await events.findPosition(userId, next.id)).toMatchObject({ transactionId: kept });
  });
});

test('does not notify about a rolled-back event', async () => {
  const notified: number[] = [];
  events.watch((user) => void notified.push(user));
  const write = handle.database.write(async (tx) => {
    events.publish(tx, { type, userId, data });
    throw new Error('no');
  });
  await expect(write).rejects.toThrow('no');
  expect(notified).toEqual([]);
  expect(await countEvents()).toBe(0);
});

test('deletes events after 31 days', async () => {
  jobs.start();
  await publish();
  clock.advance(30 * dayMs);
  await publish();
  await jobs.runNow('events.sweep');
  expect(await countEvents()).toBe(2);
  clock.advance(dayMs + hourMs);
  await jobs.drain();
  expect(await countEvents()).toBe(1);
});

describe.runIf(inject('databaseKind') === 'postgres')('the partitions of events', () => {
  const listPartitions = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ '^events_[0-9]+$' order by relname`.execute(
      handle.database.reader,
    );
    return rows.map(({ name }) => name);
  };

  test('are added a week ahead, take the events of their days, and are dropped whole', async () => {
    jobs.start();
    await publish();
    await jobs.runNow('events.sweep');
    const days = await listPartitions();
    expect(days).toHaveLength(6);
    clock.advance(2 * dayMs);
    await publish();
    await jobs.runNow('events.sweep');
    expect(await listPartitions()).toEqual([...days, expect.any(String), expect.any(String)]);
    const { rows } = await sql<{ kept: number }>`select count(*) as kept from ${sql.table(days[0] ?? '')}`.execute(
      handle.database.reader,
    );
    expect(rows).toEqual([{ kept: 1 }]);
    clock.advance(32 * dayMs);
    await jobs.runNow('events.sweep');
    expect(await listPartitions()).not.toContain(days[0]);
    expect(await countEvents()).toBe(0);
  });

  test('are not added for a day whose events are stored already', async () => {
    jobs.start();
    clock.advance(2 * dayMs);
    await publish();
    clock.advance(-2 * dayMs);
    await jobs.runNow('events.sweep');
    expect(await listPartitions()).toHaveLength(5);
    expect(await countEvents()).toBe(1);
  });
});

test('sweeps more events than one batch', async () => {
  jobs.start();
  await handle.database.write(async (tx) => {
    for (let count = 0; count < 1001; count += 1) events.publish(tx, { type, userId, data });
  });
  clock.advance(32 * dayMs);
  await jobs.runNow('events.sweep');
  expect(await countEvents()).toBe(0);
});
