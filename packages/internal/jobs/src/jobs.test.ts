import { dayMs, hourMs, type Log, minuteMs, secondMs, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { anyDeleteRows, type Database, type DeleteRows } from '@drive/database';
import { openTestDatabase, type TestDatabase } from '@drive/database/test';
import { type Metrics, noMetrics } from '@drive/metrics';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createJobsTable } from '../test/index.ts';
import { JobQueue } from './job-queue.ts';
import type { JobsSchema } from './jobs-schema.ts';
import type { JobDefinition, Jobs, JobType } from './jobs.ts';

interface Schema extends JobsSchema {
  captchas: { id: string; expires_at: number };
  nonces: { nonce: string; expires_at: number };
}
const deleteRows: DeleteRows<Schema> = anyDeleteRows;

let handle: TestDatabase<Schema>;
let clock: TestClock;
let logged: string[];
const opened: Database<Schema>[] = [];
const started: Jobs[] = [];

beforeEach(async () => {
  handle = await openTestDatabase(
    'create table captchas (id text primary key, expires_at bigint not null)',
    'create table nonces (nonce text primary key, expires_at bigint not null)',
  );
  await createJobsTable(handle.database);
  clock = createTestClock();
  logged = [];
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  for (const database of opened.splice(0)) await database.close();
  await handle.close();
});

const note =
  (level: string) =>
  (event: string): void =>
    void logged.push(`${level}: ${event}`);
const log: Log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };

function newJobs(
  options: { database?: Database<Schema>; runsOnlyWhenDrained?: boolean; metrics?: Metrics } = {},
): Jobs {
  const jobs = new JobQueue({ database: handle.database, clock, random: systemRandom, log, ...options });
  started.push(jobs);
  return jobs;
}

/** A separate server, with its own connections to the same data. */
async function newServer(options: { runsOnlyWhenDrained?: boolean } = {}): Promise<Jobs> {
  const database = await handle.connect();
  opened.push(database);
  return newJobs({ database, ...options });
}

const enqueue = <Payload>(job: JobType<Payload>, payload: Payload, options = {}): Promise<void> =>
  handle.database.write((tx) => job.enqueue(tx, payload, options));

const rows = () => handle.database.reader.selectFrom('jobs').selectAll().orderBy('row_id').execute();

const define = (jobs: Jobs, run: JobDefinition<string>['run'], rest: Partial<JobDefinition<string>> = {}) =>
  jobs.define<string>({ type: 'test', run, retryDelayMs: () => minuteMs, ...rest });

test('runs a job once its transaction is committed, and deletes it', async () => {
  const jobs = newJobs();
  const ran = Promise.withResolvers<unknown>();
  const job = jobs.define<{ a: number }>({
    type: 'test',
    run: async (payload, { attempt }) => ran.resolve([payload, attempt]),
    retryDelayMs: () => undefined,
  });
  jobs.start();
  await enqueue(job, { a: 1 });
  expect(await ran.promise).toEqual([{ a: 1 }, 1]);
  await jobs.stop();
  expect(await rows()).toEqual([]);
});

test('leaves no job behind if its transaction is rolled back', async () => {
  const jobs = newJobs();
  const ran: string[] = [];
  const job = define(jobs, async (payload) => void ran.push(payload));
  const write = handle.database.write(async (tx) => {
    await job.enqueue(tx, 'never');
    throw new Error('no');
  });
  await expect(write).rejects.toThrow('no');
  await jobs.drain();
  expect(ran).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('runs jobs in the order of their due times, and none before', async () => {
  const jobs = newJobs();
  const ran: string[] = [];
  const job = define(jobs, async (payload) => void ran.push(payload));
  await enqueue(job, 'third', { runAt: clock.now() + 2 });
  await enqueue(job, 'first');
  await enqueue(job, 'second', { runAt: clock.now() + 1 });
  await enqueue(job, 'later', { runAt: clock.now() + 10 });
  clock.advance(5);
  await jobs.drain();
  expect(ran).toEqual(['first', 'second', 'third']);
  clock.advance(5);
  await jobs.drain();
  expect(ran).toEqual(['first', 'second', 'third', 'later']);
});

test('retries on schedule, then keeps the row as failed', async () => {
  const jobs = newJobs();
  const delays = [minuteMs, 5 * minuteMs];
  const attempts: [number, number][] = [];
  const startedAt = clock.now();
  const job = define(
    jobs,
    async (_, { attempt }) => {
      attempts.push([attempt, clock.now() - startedAt]);
      throw new Error(`refused ${attempt}`);
    },
    { retryDelayMs: (attempt) => delays[attempt - 1] },
  );
  await enqueue(job, 'x', { key: 'only' });
  for (let minute = 0; minute < 20; minute += 1) {
    await jobs.drain();
    clock.advance(minuteMs);
  }
  expect(attempts).toEqual([
    [1, 0],
    [2, minuteMs],
    [3, 6 * minuteMs],
  ]);
  expect(await rows()).toMatchObject([
    { attempts: 3, failed_at: startedAt + 6 * minuteMs, claimed_by: null, last_error: 'Error: refused 3' },
  ]);
  expect(logged).toEqual(['warn: job failed', 'warn: job failed', 'error: job given up']);

  // A failed job does not block a new one.
  await enqueue(job, 'y', { key: 'only' });
  expect(await rows()).toHaveLength(2);
});

test('adds no second unfinished job with the same key, also during a run', async () => {
  const jobs = newJobs();
  const ran: string[] = [];
  const job = define(jobs, async (payload) => {
    ran.push(payload);
    if (payload === 'a') await enqueue(job, 'while it runs', { key: 'k' });
  });
  const other = jobs.define<string>({ type: 'other', run: async () => {}, retryDelayMs: () => undefined });
  await Promise.all(['a', 'b', 'c'].map((payload) => enqueue(job, payload, { key: 'k' })));
  await enqueue(other, 'of another type', { key: 'k' });
  expect(await rows()).toHaveLength(2);
  await jobs.drain();
  expect(ran).toHaveLength(1);
  await enqueue(job, 'after', { key: 'k' });
  await jobs.drain();
  expect(ran).toHaveLength(2);
});

test('loses nothing if the process dies between a run and its result', async () => {
  const dying = await newServer();
  const runs: string[] = [];
  const reached = Promise.withResolvers<void>();
  const job = define(dying, async (payload) => {
    runs.push(`first ${payload}`);
    reached.resolve();
    // Simulates a killed process: the run never ends, and no result is recorded.
    await new Promise(() => {});
  });
  dying.start();
  await enqueue(job, 'x');
  await reached.promise;
  started.splice(started.indexOf(dying), 1);
  expect(await rows()).toMatchObject([{ attempts: 1, claimed_by: expect.stringMatching(/^server:/) }]);

  const next = newJobs({ runsOnlyWhenDrained: true });
  define(next, async (payload, { attempt }) => void runs.push(`again ${payload} ${attempt}`));
  next.start();
  await next.drain();
  if (handle.database.dialect === 'postgres') {
    // Another server may be running it: only the end of the lease frees it.
    expect(runs).toEqual(['first x']);
    clock.advance(5 * minuteMs - 1);
    await next.drain();
    expect(runs).toEqual(['first x']);
    clock.advance(1);
    await next.drain();
  }
  expect(runs).toEqual(['first x', 'again x 2']);
  expect(await rows()).toEqual([]);
});

test('lets another process claim a job after its lease, and then ignores the first one’s result', async () => {
  const slow = await newServer({ runsOnlyWhenDrained: true });
  const quick = await newServer({ runsOnlyWhenDrained: true });
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const job = define(
    slow,
    async () => {
      begun.resolve();
      await goOn.promise;
    },
    { leaseMs: hourMs },
  );
  const runs: number[] = [];
  define(
    quick,
    async (_, { attempt }) => {
      runs.push(attempt);
      throw new Error('try again');
    },
    { leaseMs: hourMs },
  );
  await enqueue(job, 'x');
  const drained = slow.drain();
  await begun.promise;
  clock.advance(hourMs - 1);
  await quick.drain();
  expect(runs).toEqual([]);
  clock.advance(1);
  await quick.drain();
  expect(runs).toEqual([2]);

  goOn.resolve();
  await drained;
  // The result of the first run came after its lease.
  expect(await rows()).toMatchObject([{ attempts: 2, claimed_by: null, run_at: clock.now() + minuteMs }]);
});

test('renews the lease of a long job, and aborts a job that has lost it', async () => {
  const jobs = await newServer({ runsOnlyWhenDrained: true });
  const lost = Promise.withResolvers<void>();
  const renewed = Promise.withResolvers<void>();
  const job = define(
    jobs,
    async (_, { signal }) => {
      clock.advance(1_000);
      await expect.poll(async () => (await rows())[0]?.run_at).toBe(clock.now() + 40);
      renewed.resolve();
      signal.addEventListener('abort', () => lost.resolve());
      await handle.database.write(async (tx) => tx.updateTable('jobs').set({ claimed_by: 'another' }).execute());
      await lost.promise;
    },
    { leaseMs: 40 },
  );
  await enqueue(job, 'x');
  const drained = jobs.drain();
  await renewed.promise;
  await lost.promise;
  await jobs.stop();
  await drained;
  expect(await rows()).toMatchObject([{ claimed_by: 'another' }]);
});

test('never runs a job twice at once, on any number of servers', async () => {
  const count = 60;
  const runs = new Map<string, number>();
  const done = Promise.withResolvers<void>();
  const run = async (payload: string): Promise<void> => {
    runs.set(payload, (runs.get(payload) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    if (runs.size === count) done.resolve();
  };
  const servers = [await newServer(), await newServer(), await newServer()];
  const jobTypes = servers.map((server) => define(server, run, { concurrency: 3 }));
  // On SQLite a start releases the claims of dead servers: these exist before any job.
  for (const server of servers) server.start();
  for (const server of servers) await server.drain();
  await Promise.all(
    Array.from({ length: count }, (_, index) => enqueue(jobTypes[index % jobTypes.length]!, String(index))),
  );
  await done.promise;
  await Promise.all(servers.map((server) => server.stop()));
  expect([...runs.values()].every((times) => times === 1)).toBe(true);
  expect(await rows()).toEqual([]);
});

test('runs at most the allowed number of a type at once, and other types beside it', async () => {
  const jobs = newJobs();
  let now = 0;
  let most = 0;
  const goOn = Promise.withResolvers<void>();
  const otherRan = Promise.withResolvers<void>();
  const job = define(
    jobs,
    async () => {
      now += 1;
      most = Math.max(most, now);
      await goOn.promise;
      now -= 1;
    },
    { concurrency: 2 },
  );
  const other = jobs.define<null>({
    type: 'other',
    run: async () => otherRan.resolve(),
    retryDelayMs: () => undefined,
  });
  await handle.database.write(async (tx) => {
    for (let index = 0; index < 10; index += 1) await job.enqueue(tx, String(index));
    await other.enqueue(tx, null);
  });
  jobs.start();
  await otherRan.promise;
  expect(now).toBe(2);
  goOn.resolve();
  await expect.poll(async () => (await rows()).length).toBe(0);
  expect(most).toBe(2);
});

test('waits for running jobs when it stops, aborts them, starts none, and does not count aborted attempts', async () => {
  const jobs = newJobs();
  const begun = Promise.withResolvers<void>();
  let told = false;
  const job = define(
    jobs,
    async (_, { signal }) => {
      begun.resolve();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          told = true;
          resolve();
        });
      });
      signal.throwIfAborted();
    },
    { concurrency: 1 },
  );
  await enqueue(job, 'a');
  await enqueue(job, 'b');
  jobs.start();
  await begun.promise;
  await jobs.stop();
  expect(told).toBe(true);
  expect(jobs.isAlive()).toBe(false);
  expect(await rows()).toMatchObject([
    { payload: '"a"', attempts: 0, claimed_by: null, failed_at: null, run_at: clock.now() },
    { payload: '"b"', attempts: 0, claimed_by: null },
  ]);

  const next = newJobs({ runsOnlyWhenDrained: true });
  const ran: string[] = [];
  define(next, async (payload, { attempt }) => void ran.push(`${payload}${attempt}`));
  next.start();
  await next.drain();
  expect(ran).toEqual(['a1', 'b1']);
});

test('schedules periodic jobs by the clock, in one row for any number of starts', async () => {
  let runs = 0;
  const jobs = newJobs({ runsOnlyWhenDrained: true });
  jobs.every('sweep', hourMs, async () => void (runs += 1));
  jobs.start();
  await jobs.drain();
  expect(runs).toBe(0);
  clock.advance(hourMs);
  await jobs.drain();
  expect(runs).toBe(1);

  clock.advance(hourMs / 2);
  const restarted = newJobs({ runsOnlyWhenDrained: true });
  restarted.every('sweep', hourMs, async () => void (runs += 1));
  restarted.start();
  await restarted.drain();
  expect(runs).toBe(1);
  clock.advance(hourMs / 2);
  await restarted.drain();
  expect(runs).toBe(2);
  expect(await rows()).toHaveLength(1);
});

test('runs a sweep with the batches at the time of each run', async () => {
  const jobs = newJobs();
  jobs.sweep('sweep', dayMs, (now) => [
    deleteRows('captchas', 'id', (rows) => rows.where('expires_at', '<=', now)),
    deleteRows('nonces', 'nonce', (rows) => rows.where('expires_at', '<=', now)),
  ]);
  const now = clock.now();
  await handle.database.write(async (tx) => {
    await tx
      .insertInto('captchas')
      .values([0, 1].map((days) => ({ id: `${days}`, expires_at: now + days * dayMs })))
      .execute();
    await tx.insertInto('nonces').values({ nonce: 'n', expires_at: now }).execute();
  });
  const left = async () => [
    (await handle.database.reader.selectFrom('captchas').selectAll().execute()).length,
    (await handle.database.reader.selectFrom('nonces').selectAll().execute()).length,
  ];

  await jobs.runNow('sweep');
  expect(await left()).toEqual([1, 0]);
  clock.advance(dayMs);
  await jobs.drain();
  expect(await left()).toEqual([0, 0]);
});

test('runs a periodic job earlier after its period became shorter', async () => {
  let runs = 0;
  const before = newJobs({ runsOnlyWhenDrained: true });
  before.every('sweep', dayMs, async () => void (runs += 1));
  before.start();
  await before.drain();
  const after = newJobs({ runsOnlyWhenDrained: true });
  after.every('sweep', hourMs, async () => void (runs += 1));
  after.start();
  await after.drain();
  clock.advance(hourMs);
  await after.drain();
  expect(runs).toBe(1);
});

test('runs periodic jobs on time after the clock was far ahead', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const jobs = newJobs();
  jobs.every('sweep', hourMs, async () => {});
  jobs.start();
  await expect.poll(rows).toHaveLength(1);
  const ahead = { run_at: clock.now() + 365 * dayMs };
  await handle.database.write((tx) => tx.updateTable('jobs').set(ahead).execute());
  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(async () => (await rows())[0]?.run_at).toBe(clock.now() + hourMs);
});

test('continues on time with what was put back, added or claimed while the clock was far ahead', async () => {
  const ran: string[] = [];
  const failing = (jobs: Jobs) =>
    define(jobs, async (payload) => {
      ran.push(payload);
      throw new Error('no');
    });
  const ahead = await newServer({ runsOnlyWhenDrained: true });
  const job = failing(ahead);
  await enqueue(job, 'retried');
  await enqueue(job, 'scheduled', { runAt: clock.now() + 30 * dayMs });
  clock.advance(365 * dayMs);
  await enqueue(job, 'added', { runAt: clock.now() + hourMs });
  await ahead.drain();
  await enqueue(job, 'claimed');
  const claimed = { claimed_by: 'server:dead', run_at: clock.now() + 5 * minuteMs, attempts: 1 };
  await handle.database.write((tx) => tx.updateTable('jobs').set(claimed).where('payload', '=', '"claimed"').execute());
  await enqueue(job, 'stopped');
  const stopped = { last_error: 'Error: the server is stopping' };
  await handle.database.write((tx) => tx.updateTable('jobs').set(stopped).where('payload', '=', '"stopped"').execute());
  clock.advance(-365 * dayMs);
  ran.length = 0;
  const again = await newServer({ runsOnlyWhenDrained: true });
  failing(again);
  for (const [jobs, laterMs, expected] of [
    [again, 0, ['stopped']],
    [ahead, minuteMs, ['retried', 'scheduled', 'stopped']],
    [again, 5 * minuteMs, ['claimed']],
    [again, hourMs, ['added']],
  ] as const) {
    clock.advance(laterMs);
    await jobs.drain();
    expect(ran).toEqual(expect.arrayContaining([...expected]));
    ran.length = 0;
  }
});

test('runs a periodic job that was added while the clock was far ahead after a period, and not at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  clock.advance(365 * dayMs);
  const jobs = newJobs();
  let runs = 0;
  jobs.every('sweep', hourMs, async () => void (runs += 1));
  jobs.start();
  await expect.poll(rows).toHaveLength(1);
  const ahead = { run_at: clock.now() + hourMs };
  await handle.database.write((tx) => tx.updateTable('jobs').set(ahead).execute());
  clock.advance(-365 * dayMs);
  await vi.advanceTimersByTimeAsync(5000);
  const due = { created_at: clock.now(), run_at: clock.now() + hourMs, claimed_by: null };
  await expect.poll(rows).toEqual([expect.objectContaining(due)]);
  expect(runs).toBe(0);
});

test('shows for a run during which the clock was ahead the time since when it is known', async () => {
  let read: Parameters<Metrics['gauge']>[3] | undefined;
  const jobs = newJobs({ metrics: { ...noMetrics, gauge: (_name, _help, _labelNames, of) => void (read = of) } });
  jobs.every('sweep', hourMs, async () => {});
  clock.advance(365 * dayMs);
  await jobs.runNow('sweep');
  clock.advance(-365 * dayMs);
  const setBackAt = clock.now();
  for (const laterMs of [0, hourMs]) {
    clock.advance(laterMs);
    expect(await read?.()).toEqual([{ labels: { type: 'sweep' }, value: setBackAt / secondMs }]);
  }
});

test('retries a failed periodic job after a minute, without end', async () => {
  let runs = 0;
  const jobs = newJobs({ runsOnlyWhenDrained: true });
  jobs.every('sweep', hourMs, async () => {
    runs += 1;
    if (runs < 30) throw new Error('not yet');
  });
  jobs.start();
  clock.advance(0);
  await jobs.drain();
  clock.advance(hourMs - minuteMs);
  for (let minute = 0; minute < 40; minute += 1) {
    clock.advance(minuteMs);
    await jobs.drain();
  }
  expect(runs).toBe(30);
  expect(await rows()).toMatchObject([{ attempts: 0, last_error: null, failed_at: null }]);
});

test('runs a periodic job on request, without a start, and passes on its error', async () => {
  let fails = false;
  let runs = 0;
  const jobs = newJobs();
  jobs.every('sweep', hourMs, async () => {
    runs += 1;
    if (fails) throw new Error('sweep failed');
  });
  await jobs.runNow('sweep');
  expect(runs).toBe(1);
  expect(await rows()).toMatchObject([{ run_at: clock.now() + hourMs, claimed_by: null }]);
  fails = true;
  await expect(jobs.runNow('sweep')).rejects.toThrow('sweep failed');
  await expect(jobs.runNow('sweeep')).rejects.toThrow(/no periodic job/);
});

test('runs a periodic job that a dead process had begun, once a program has taken over', async () => {
  const dead = newJobs();
  dead.every('daily', dayMs, () => new Promise(() => {}));
  void dead.runNow('daily');
  await expect.poll(async () => (await rows())[0]?.claimed_by).toMatch(/^program:/);
  started.splice(started.indexOf(dead), 1);

  const program = newJobs();
  let runs = 0;
  program.every('daily', dayMs, async () => void (runs += 1));
  await expect(program.runNow('daily')).rejects.toThrow('is being run by another process');
  await program.takeOver();
  await program.runNow('daily');
  expect(runs).toBe(1);
});

test('adds the jobs of a start once, as soon as the disk takes writes', async () => {
  let fails = true;
  const write: Database<Schema>['write'] = (work, options) =>
    fails ? Promise.reject(new Error('the disk is read-only')) : handle.database.write(work, options);
  const ran: string[] = [];
  const jobs = newJobs({ database: { ...handle.database, write }, runsOnlyWhenDrained: true });
  const job = define(jobs, async (payload) => void ran.push(payload));
  jobs.atStart((tx) => job.enqueue(tx, 'of the start'));
  jobs.start();
  await expect(jobs.drain()).rejects.toThrow('read-only');
  fails = false;
  await jobs.drain();
  await jobs.drain();
  expect(ran).toEqual(['of the start']);
});

test('adds no jobs of a start for a program that does not start the loop', async () => {
  const jobs = newJobs();
  const job = define(jobs, async () => {});
  jobs.atStart((tx) => job.enqueue(tx, 'of the start'));
  await jobs.drain();
  expect(await rows()).toEqual([]);
});

test('ignores jobs of unknown types', async () => {
  const jobs = newJobs();
  await enqueue(
    define(jobs, async () => {}),
    'x',
  );
  const other = newJobs();
  await other.drain();
  expect(await rows()).toHaveLength(1);
});

test('refuses a type that is defined twice or after the start', () => {
  const jobs = newJobs({ runsOnlyWhenDrained: true });
  define(jobs, async () => {});
  expect(() => define(jobs, async () => {})).toThrow(/twice/);
  jobs.start();
  expect(() => jobs.every('late', hourMs, async () => {})).toThrow(/after the start/);
});

test('takes turns between owners with any number of jobs', async () => {
  const jobs = newJobs();
  const ran: string[] = [];
  const job = define(jobs, async (payload) => void ran.push(payload), { concurrency: 1 });
  for (let index = 1; index <= 4; index += 1) await enqueue(job, `ada ${index}`, { owner: 12 });
  await enqueue(job, 'bob 1', { owner: 120 });
  await enqueue(job, 'bob 2', { owner: 120 });
  await enqueue(job, 'nobody 1');
  await enqueue(job, 'nobody 2');
  await enqueue(job, 'eve 1', { owner: 3 });
  await jobs.drain();
  expect(ran.map((payload) => payload.split(' ')[0])).toEqual([
    'ada',
    'bob',
    'eve',
    'nobody',
    'ada',
    'bob',
    'nobody',
    'ada',
    'ada',
  ]);
  expect(await rows()).toEqual([]);
});

test('retries a failed job when its owner’s turn comes', async () => {
  const jobs = newJobs();
  const ran: string[] = [];
  const job = define(
    jobs,
    async (payload, { attempt }) => {
      ran.push(`${payload} ${attempt}`);
      if (attempt === 1 && payload === 'ada') throw new Error('not now');
    },
    { concurrency: 1 },
  );
  await enqueue(job, 'ada', { owner: 1 });
  await enqueue(job, 'bob', { owner: 2 });
  await jobs.drain();
  clock.advance(minuteMs);
  await jobs.drain();
  expect(ran).toEqual(['ada 1', 'bob 1', 'ada 2']);
});
