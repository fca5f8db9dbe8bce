import { systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { JobQueue, type Jobs } from '@drive/jobs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startDrive } from '../../../test/drive.ts';
import { createSecrets } from '../secrets.ts';
import { rateStoreContract } from './rate-store.contract.ts';
import { createMemoryRateStore, type RateStore } from './rate-store.ts';
import { createRowRateStore } from './row-rate-store.ts';

describe('a rate store in memory', () => {
  rateStoreContract(async (clock) => createMemoryRateStore(clock));
});

describe.each(['rate_windows', 'call_windows'] as const)('a rate store in the rows of %s', (table) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  afterEach(() => test.database.write((tx) => tx.deleteFrom(table).execute()));

  const window = { name: 'guesses', calls: 3, periodMs: 60_000 };
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const createStore = (clock: TestClock): { readonly store: RateStore; readonly jobs: Jobs } => {
    const { database } = test;
    const jobs = new JobQueue({ database, clock, random: systemRandom, log: silent, runsOnlyWhenDrained: true });
    const secrets = createSecrets(Buffer.alloc(32, 7));
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
});

describe.runIf(inject('databaseKind') === 'postgres')('several servers', () => {
  const limit = 20;

  it('admit together exactly the limit of each tier, and tell the same remaining calls', async () => {
    const settings = { RATE_APIKEY: String(limit), RATE_AUTH: String(limit) };
    const drive = await startDrive({ settings });
    const user = await drive.createUser();
    const servers = [drive, await drive.startAnother(), await drive.startAnother()];
    const statusesOf = async (call: (server: typeof drive) => Promise<Response>) => {
      const calls = Array.from({ length: 2 * limit }, (_, index) => call(servers[index % servers.length] ?? drive));
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    const withKey = await statusesOf((server) => server.fetch('/api/files', { key: user.key }));
    expect(withKey.filter((status) => status === 200)).toHaveLength(limit);
    expect(withKey.filter((status) => status === 429)).toHaveLength(limit);

    const json = { email: 'nobody@example.com', password: 'a guess' };
    // One after the other: passwords that wait to be checked have a limit of their own.
    const signIns = [];
    for (let turn = 0; turn < 2 * limit; turn += 1) {
      const server = servers[turn % servers.length] ?? drive;
      signIns.push((await server.fetch('/api/auth/login', { method: 'POST', json })).status);
    }
    expect(signIns.filter((status) => status === 429)).toHaveLength(limit);

    drive.clock.advance(60_000);
    const remaining = [];
    for (const server of servers)
      remaining.push((await server.fetch('/api/files', { key: user.key })).headers.get('x-ratelimit-remaining'));
    expect(remaining).toEqual([limit - 1, limit - 2, limit - 3].map(String));
    await drive.close();
  });
});
