import { createSecrets, dayMs, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { openTestDatabase, type TestDatabase } from '@drive/database/test';
import { JobQueue, type Jobs, type JobsSchema } from '@drive/jobs';
import { createJobsTable } from '@drive/jobs/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimitsSchema } from './rate-limits-schema.ts';
import { rateStoreContract } from './rate-store.contract.ts';
import { createMemoryRateStore, FixedWindow, type RateStore } from './rate-store.ts';
import { createRowRateStore } from './row-rate-store.ts';

describe('a rate store in memory', () => {
  rateStoreContract(async (clock) => createMemoryRateStore(clock));
});

describe.each(['rate_windows', 'call_windows'] as const)('a rate store in the rows of %s', (table) => {
  let test: TestDatabase<RateLimitsSchema & JobsSchema>;
  beforeAll(async () => {
    test = await openTestDatabase(
      `create table ${table} (key_hash text primary key, used integer not null, ends_at bigint not null)`,
    );
    await createJobsTable(test.database);
  });
  afterAll(() => test.close());
  afterEach(() => test.database.write((tx) => tx.deleteFrom(table).execute()));

  const window = { name: 'guesses', calls: 3, periodMs: 60_000 };
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const createStore = (clock: TestClock): { readonly store: RateStore; readonly jobs: Jobs } => {
    const { database } = test;
    const jobs = new JobQueue({ database, clock, random: systemRandom, log: silent, runsOnlyWhenDrained: true });
    const secrets = createSecrets<'rate-window'>(Buffer.alloc(32, 7), 'test');
    return { jobs, store: createRowRateStore({ database, clock, secrets, jobs, sweepMs: 3_600_000 }, table) };
  };
  const rows = () => test.database.reader.selectFrom(table).selectAll().execute();

  rateStoreContract(async (clock) => createStore(clock).store);

  it('continues the count of another process', async () => {
    const clock = createTestClock();
    await createStore(clock).store.consume(window, 'a', 3);
    expect(await createStore(clock).store.consume(window, 'a')).toMatchObject({ allowed: false, resetSeconds: 60 });
  });

  it('stores no key in plain text and writes nothing for a refused call', async () => {
    const { store } = createStore(createTestClock());
    for (let i = 0; i < 5; i += 1) await store.consume(window, 'person@example.com 192.0.2.7');
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.used).toBe(3);
    expect(row?.key_hash).toMatch(/^[\w-]{43}$/);
  });

  it('sweeps expired periods only', async () => {
    const clock = createTestClock();
    const { store, jobs } = createStore(clock);
    jobs.start();
    for (let i = 0; i < 150; i += 1) await store.consume(window, `old ${i}`);
    clock.advance(3_600_000);
    await store.consume(window, 'new');
    await jobs.drain();
    expect(await rows()).toMatchObject([{ used: 1 }]);
    expect((await store.peek(window, 'new')).remaining).toBe(2);
    await jobs.stop();
  });

  it('sweeps periods that began before the clock was set back', async () => {
    const clock = createTestClock();
    const { store, jobs } = createStore(clock);
    jobs.start();
    await store.consume(window, 'of a clock that was a year ahead');
    clock.advance(-365 * dayMs);
    await store.consume({ ...window, periodMs: dayMs }, 'new');
    await jobs.runNow(`${table.replace('_', '-')}.sweep`);
    expect(await rows()).toMatchObject([{ ends_at: clock.now() + dayMs }]);
    await jobs.stop();
  });
});

describe('a window', () => {
  it('deletes expired keys, and the oldest if there are too many', () => {
    const clock = createTestClock();
    const window = new FixedWindow(clock, 1, 1000);
    expect(window.consume('first').allowed).toBe(true);
    expect(window.consume('first').allowed).toBe(false);
    for (let i = 0; i < 100_001; i += 1) window.consume(`flood ${i}`);
    expect(window.consume('flood 100000').allowed).toBe(false);
    expect(window.consume('first').allowed).toBe(true);
    clock.advance(1000);
    expect(window.peek('first')).toEqual({ allowed: true, limit: 1, remaining: 1, resetSeconds: 0 });
  });

  it('refunds nothing that was consumed in an earlier period', () => {
    const clock = createTestClock();
    const window = new FixedWindow(clock, 1, 1000);
    window.consume('a');
    clock.advance(1000);
    window.refund('a');
    expect(window.consume('a').remaining).toBe(0);
    expect(window.consume('a').allowed).toBe(false);
  });
});
