import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { dayMs, hourMs } from '../clock.ts';
import { createJobs, type Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { systemRandom } from '../random.ts';
import { createEvents } from './create-events.ts';
import type { DriveEvent, Events } from './events.ts';

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
  jobs = createJobs({ database, clock, random: systemRandom, log, runsOnlyWhenDrained: true });
  events = createEvents({ database, clock, random: systemRandom, jobs });
  const user = await database.write((tx) =>
    tx
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
      .executeTakeFirstOrThrow(),
  );
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
const publish = (): Promise<unknown> => handle.database.write((tx) => events.publish(tx, { type, userId, data }));
const countEvents = async (): Promise<number> =>
  (await handle.database.reader.selectFrom('events').select('id').execute()).length;

test('hands an event to every subscriber', async () => {
  const seen: [string, DriveEvent][] = [];
  events.subscribe(type, 'one', async (event) => void seen.push(['one', event]));
  events.subscribe(type, 'two', async (event) => void seen.push(['two', event]));
  jobs.start();
  await publish();
  const publishedAt = clock.now();
  clock.advance(5);
  await jobs.drain();
  const event = { id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/), type, userId, data, createdAt: publishedAt };
  expect(seen).toEqual([
    ['one', event],
    ['two', event],
  ]);
  expect(seen[0]?.[1].id).toBe(seen[1]?.[1].id);
});

test('says nothing of what was rolled back', async () => {
  const seen: DriveEvent[] = [];
  events.subscribe(type, 'one', async (event) => void seen.push(event));
  jobs.start();
  const write = handle.database.write(async (tx) => {
    await events.publish(tx, { type, userId, data });
    throw new Error('no');
  });
  await expect(write).rejects.toThrow('no');
  await jobs.drain();
  expect(seen).toEqual([]);
  expect(await countEvents()).toBe(0);
});

test('tries a subscriber that throws again, later each time, and the others once', async () => {
  const times: number[] = [];
  let others = 0;
  const startedAt = clock.now();
  events.subscribe(type, 'failing', async () => {
    times.push(clock.now() - startedAt);
    if (times.length < 5) throw new Error('not now');
  });
  events.subscribe(type, 'other', async () => void (others += 1));
  jobs.start();
  await publish();
  for (let second = 0; second < 60; second += 1) {
    await jobs.drain();
    clock.advance(1000);
  }
  expect(times).toEqual([0, 1000, 3000, 7000, 15_000]);
  expect(others).toBe(1);
});

test('forgets events after 30 days', async () => {
  jobs.start();
  await publish();
  clock.advance(29 * dayMs);
  await publish();
  await jobs.runNow('events.sweep');
  expect(await countEvents()).toBe(2);
  clock.advance(dayMs + hourMs);
  await jobs.drain();
  expect(await countEvents()).toBe(1);
});

test('sweeps more events than fit one batch', async () => {
  jobs.start();
  await handle.database.write(async (tx) => {
    for (let count = 0; count < 1001; count += 1) await events.publish(tx, { type, userId, data });
  });
  clock.advance(31 * dayMs);
  await jobs.runNow('events.sweep');
  expect(await countEvents()).toBe(0);
});
