import { AsyncLocalStorage } from 'node:async_hooks';
import { type Clock, type Log, minuteMs, type Random, secondMs, storageFaultOf } from '@drive/base';
import { noMetrics, type Metrics } from '@drive/metrics';
import { deleteInBatches, type Database } from '@drive/database';
import { beforeOwners, endOfOwner, jobKey, ownerKey, periodicKey, type JobKind } from './job-kind.ts';
import { createJobRunner } from './job-runner.ts';
import type { EnqueueOptions, Jobs } from './jobs.ts';
import { listJobs, retryJob } from './job-listing-store.ts';
import {
  bringForward,
  claimByKey,
  claimDue,
  findDueType,
  findNextTime,
  insertJob,
  releaseClaims,
  type ClaimedJob,
} from './job-store.ts';

export interface JobsDeps {
  /** Its schema has `JobsSchema` in it. */
  readonly database: Database<any>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Default: counts nothing. */
  readonly metrics?: Metrics;
  /** `start()` schedules the periodic jobs but nothing runs until `drain()`: for tests, whose clock stands still. */
  readonly runsOnlyWhenDrained?: boolean;
}

const DEFAULT_LEASE_MS = 5 * minuteMs;
const DEFAULT_CONCURRENCY = 4;
/** Time between two checks of the table for jobs of other processes. */
const POLL_MS = 5 * secondMs;
const AFTER_ERROR_MS = secondMs;
const ALIVE_WITHIN_MS = 30 * secondMs;
/** Prefix of the claims of a server's loop; those of a program that drains the table have another. */
const SERVER_CLAIM = 'server:';

export function createJobs(deps: JobsDeps): Jobs {
  const { database, clock, random, log, runsOnlyWhenDrained = false } = deps;
  const kinds = new Map<string, JobKind>();
  let state: 'new' | 'started' | 'stopped' = 'new';
  let prepared: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let mustLook = false;
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  // The loop must not run in the context of the request that wakes it.
  const inOwnContext = AsyncLocalStorage.snapshot();

  const runner = createJobRunner({
    database,
    clock,
    log,
    metrics: deps.metrics ?? noMetrics,
    onFree: (kind) => {
      kind.nextAt = -Infinity;
      wake();
    },
  });

  function addKind(kind: Omit<JobKind, 'running' | 'nextAt' | 'turn'>): JobKind {
    if (state !== 'new') throw new Error(`The job type ${kind.type} was defined after the start`);
    if (kinds.has(kind.type)) throw new Error(`The job type ${kind.type} is defined twice`);
    const added = { ...kind, running: 0, nextAt: -Infinity, turn: '' };
    kinds.set(kind.type, added);
    return added;
  }

  const addPeriodic: Jobs['every'] = (type, periodMs, run) =>
    void addKind({
      type,
      periodMs,
      leaseMs: DEFAULT_LEASE_MS,
      concurrency: 1,
      run: (_, current) => run(current),
      retryDelayMs: () => undefined,
    });

  const isStarted = (): boolean => state === 'started';
  const isStopped = (): boolean => state === 'stopped';

  const newClaim = (): string => `${isStarted() ? SERVER_CLAIM : 'program:'}${random.uuid()}`;

  function prepare(): Promise<void> {
    const now = clock.now();
    prepared ??= database
      .write(async (tx) => {
        // On SQLite one server uses a data directory, so a server's claim that exists at the start belongs to a dead one.
        if (isStarted() && database.dialect === 'sqlite') await releaseClaims(tx, SERVER_CLAIM, now);
        for (const { type, periodMs } of kinds.values()) {
          if (periodMs === undefined) continue;
          const key = periodicKey(type);
          await insertJob(tx, { id: random.uuid(), type, key, payload: 'null', runAt: now + periodMs, now });
          await bringForward(tx, key, now + periodMs);
        }
      })
      .catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
    return prepared;
  }

  const claim = async (kind: JobKind, limit: number): Promise<readonly ClaimedJob[]> => {
    const now = clock.now();
    const order = { type: kind.type, now, leaseEnd: now + kind.leaseMs, claim: newClaim() };
    const claimed = await database.write(async (tx) => {
      const except = runner.runningIds();
      if (kind.turn === '') return claimDue(tx, database.dialect, { ...order, except, limit });
      // The next owner's turn; at the end of the round that of jobs without an owner, and then the first owner's again.
      for (const afterKey of [kind.turn, null, beforeOwners(kind.type)]) {
        const next = await claimDue(tx, database.dialect, { ...order, except, limit: 1, afterKey });
        if (next.length > 0) return next;
      }
      return [];
    });
    const last = claimed.at(-1);
    if (last !== undefined) kind.turn = endOfOwner(last.key) ?? (kind.turn === '' ? '' : beforeOwners(kind.type));
    return claimed;
  };

  function wake(): void {
    if (!isStarted() || runsOnlyWhenDrained) return;
    mustLook = true;
    looking ??= inOwnContext(look);
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    let pauseMs = POLL_MS;
    try {
      await prepare();
      while (mustLook && isStarted()) {
        mustLook = false;
        for (const kind of kinds.values()) await begin(kind);
      }
      lookedAt = performance.now();
      const nextAt = Math.min(...[...kinds.values()].filter(hasPlace).map((kind) => kind.nextAt));
      pauseMs = Math.min(Math.max(nextAt - clock.now(), 0), POLL_MS);
    } catch (error) {
      if (storageFaultOf(error) === undefined) {
        log.error('due jobs not read', { error });
        pauseMs = AFTER_ERROR_MS;
      } else {
        // Debug only: the database logs the fault itself, once.
        log.debug('due jobs not read', { error });
        lookedAt = performance.now();
      }
    }
    looking = undefined;
    if (!isStarted()) return;
    timer = setTimeout(() => {
      for (const kind of kinds.values()) kind.nextAt = -Infinity;
      wake();
    }, pauseMs);
    timer.unref();
  }

  const hasPlace = (kind: JobKind): boolean => kind.running < kind.concurrency;

  /** Starts due jobs of one type, as far as its concurrency allows. */
  async function begin(kind: JobKind): Promise<void> {
    if (!hasPlace(kind) || kind.nextAt > clock.now()) return;
    kind.nextAt = Infinity;
    const nextAt = await findNextTime(database.reader, kind.type);
    if (nextAt !== undefined && nextAt <= clock.now() && isStarted()) {
      const claimed = await claim(kind, kind.concurrency - kind.running);
      for (const job of claimed) void runner.run(kind, job);
      // Due jobs that cannot be claimed are running in another process at this moment.
      kind.nextAt = claimed.length > 0 ? -Infinity : clock.now() + AFTER_ERROR_MS;
      mustLook ||= claimed.length > 0;
    } else {
      kind.nextAt = Math.min(kind.nextAt, nextAt ?? Infinity);
    }
  }

  return {
    define: (definition) => {
      const kind = addKind({
        type: definition.type,
        leaseMs: definition.leaseMs ?? DEFAULT_LEASE_MS,
        concurrency: definition.concurrency ?? DEFAULT_CONCURRENCY,
        run: (payload, run) => definition.run(payload as Parameters<typeof definition.run>[0], run),
        retryDelayMs: (attempt) => definition.retryDelayMs(attempt),
      });
      return {
        enqueue: async (tx, payload, options = {}) => {
          const now = clock.now();
          const runAt = options.runAt ?? now;
          const id = random.uuid();
          await insertJob(tx, {
            id,
            type: kind.type,
            key: keyOf(kind, id, options),
            payload: JSON.stringify(payload ?? null),
            runAt,
            now,
          });
          tx.afterCommit(() => {
            kind.nextAt = Math.min(kind.nextAt, runAt);
            wake();
          });
        },
      };
    },
    every: addPeriodic,
    sweep: (type, periodMs, expired) =>
      addPeriodic(type, periodMs, async ({ signal }) => {
        await deleteInBatches(database, signal, expired(clock.now()));
      }),
    start: () => {
      if (state !== 'new') throw new Error('The jobs have been started before');
      state = 'started';
      prepared = undefined;
      lookedAt = performance.now();
      if (runsOnlyWhenDrained) void prepare().catch((error: unknown) => log.error('due jobs not read', { error }));
      else wake();
    },
    stop: async () => {
      state = 'stopped';
      clearTimeout(timer);
      runner.abort();
      await Promise.allSettled([looking, prepared]);
      await runner.idle();
    },
    drain: async () => {
      await prepare();
      const types = [...kinds.keys()];
      while (!isStopped()) {
        const order = { types, now: clock.now(), except: runner.runningIds() };
        const type = await findDueType(database.reader, order);
        const kind = type === undefined ? undefined : kinds.get(type);
        if (kind !== undefined) {
          for (const job of await claim(kind, 1)) await runner.run(kind, job);
        } else if (runner.runningIds().length > 0) {
          await runner.oneEnded();
        } else {
          return;
        }
      }
    },
    runNow: async (type) => {
      const kind = kinds.get(type);
      if (kind?.periodMs === undefined) throw new Error(`There is no periodic job ${type}`);
      await prepare();
      while (kind.running > 0) await runner.oneEnded();
      const now = clock.now();
      const order = { key: periodicKey(type), now, leaseEnd: now + kind.leaseMs, claim: newClaim() };
      const job = await database.write((tx) => claimByKey(tx, order));
      if (job === undefined) throw new Error(`The periodic job ${type} is being run by another process`);
      const failure = await runner.run(kind, job);
      if (failure !== undefined) throw failure.error;
    },
    listPeriodic: () => [...kinds.values()].filter(({ periodMs }) => periodMs !== undefined).map(({ type }) => type),
    list: (filter, page) => listJobs(database.workerReader, clock.now(), filter, page),
    retry: async (tx, id) => {
      const job = await retryJob(tx, clock.now(), id);
      const kind = job && kinds.get(job.type);
      tx.afterCommit(() => {
        if (kind !== undefined) kind.nextAt = -Infinity;
        wake();
      });
      return job;
    },
    isAlive: () => isStarted() && (runsOnlyWhenDrained || performance.now() - lookedAt < ALIVE_WITHIN_MS),
  };
}

function keyOf({ type }: JobKind, id: string, { key, owner }: EnqueueOptions): string | null {
  if (owner !== undefined) return ownerKey(type, owner, id);
  return key === undefined ? null : jobKey(type, key);
}
