import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Clock,
  hourMs,
  type Log,
  minuteMs,
  type PageRequest,
  type Pagination,
  type Random,
  secondMs,
  storageFaultOf,
} from '@drive/base';
import { deleteInBatches, type Database, type RowBatch, type Tx } from '@drive/database';
import { noMetrics, type Metrics } from '@drive/metrics';
import { beforeOwners, endOfOwner, jobKey, ownerKey, periodicKey, type JobKind } from './job-kind.ts';
import { listJobs, retryJob } from './job-listing-store.ts';
import { JobRunner } from './job-runner.ts';
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
import { bringAllForward, listTypesAhead } from './jobs-ahead-store.ts';
import type { EnqueueOptions, JobDefinition, JobFilter, JobRun, Jobs, JobType, JobView } from './jobs.ts';

export interface JobsDeps {
  /** A database whose schema includes `JobsSchema`. */
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

export class JobQueue implements Jobs {
  readonly #deps: JobsDeps;
  readonly #kinds = new Map<string, JobKind>();
  readonly #atStart: ((tx: Tx<any>) => Promise<void>)[] = [];
  #state: 'new' | 'started' | 'stopped' = 'new';
  #prepared: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #mustLook = false;
  #lookedAt = 0;
  /** By the clock; -Infinity before the first time. */
  #broughtForwardAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** The loop must not run in the context of the request that wakes it. */
  readonly #inOwnContext = AsyncLocalStorage.snapshot();
  readonly #runner: JobRunner;

  constructor(deps: JobsDeps) {
    this.#deps = deps;
    this.#runner = new JobRunner({
      database: deps.database,
      clock: deps.clock,
      log: deps.log,
      metrics: deps.metrics ?? noMetrics,
      onFree: (kind) => {
        kind.nextAt = -Infinity;
        this.#wake();
      },
    });
  }

  define<Payload>(definition: JobDefinition<Payload>): JobType<Payload> {
    const { clock, random } = this.#deps;
    const kind = this.#addKind({
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
          this.#wake();
        });
      },
    };
  }

  every(type: string, periodMs: number, run: (run: JobRun) => Promise<void>): void {
    this.#addKind({
      type,
      periodMs,
      leaseMs: DEFAULT_LEASE_MS,
      concurrency: 1,
      run: (_, current) => run(current),
      retryDelayMs: () => undefined,
    });
  }

  sweep(type: string, periodMs: number, expired: (now: number) => RowBatch<any> | readonly RowBatch<any>[]): void {
    const { database, clock } = this.#deps;
    this.every(type, periodMs, async ({ signal }) => {
      await deleteInBatches(database, signal, expired(clock.now()));
    });
  }

  atStart(enqueue: (tx: Tx<any>) => Promise<void>): void {
    if (this.#state !== 'new') throw new Error('The jobs have been started before');
    this.#atStart.push(enqueue);
  }

  start(): void {
    const { runsOnlyWhenDrained, log } = this.#deps;
    if (this.#state !== 'new') throw new Error('The jobs have been started before');
    this.#state = 'started';
    this.#prepared = undefined;
    this.#lookedAt = performance.now();
    if (runsOnlyWhenDrained) void this.#prepare().catch((error: unknown) => log.error('due jobs not read', { error }));
    else this.#wake();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    this.#runner.abort();
    await Promise.allSettled([this.#looking, this.#prepared]);
    await this.#runner.idle();
  }

  async drain(): Promise<void> {
    const { clock, database } = this.#deps;
    await this.#prepare();
    await this.#bringForward();
    const types = [...this.#kinds.keys()];
    while (!this.#isStopped()) {
      const order = { types, now: clock.now(), except: this.#runner.runningIds() };
      const type = await findDueType(database.reader, order);
      const kind = type === undefined ? undefined : this.#kinds.get(type);
      if (kind !== undefined) {
        for (const job of await this.#claim(kind, 1)) await this.#runner.run(kind, job);
      } else if (this.#runner.runningIds().length > 0) {
        await this.#runner.oneEnded();
      } else {
        return;
      }
    }
  }

  async takeOver(): Promise<void> {
    const { clock, database } = this.#deps;
    await database.write((tx) => releaseClaims(tx, '', clock.now()));
  }

  async runNow(type: string): Promise<void> {
    const { clock, database } = this.#deps;
    const kind = this.#kinds.get(type);
    if (kind?.periodMs === undefined) throw new Error(`There is no periodic job ${type}`);
    await this.#prepare();
    while (kind.running > 0) await this.#runner.oneEnded();
    const now = clock.now();
    const order = { key: periodicKey(type), now, leaseEnd: now + kind.leaseMs, claim: this.#newClaim() };
    const job = await database.write((tx) => claimByKey(tx, order));
    if (job === undefined) throw new Error(`The periodic job ${type} is being run by another process`);
    const failure = await this.#runner.run(kind, job);
    if (failure !== undefined) throw failure.error;
  }

  listPeriodic(): string[] {
    return [...this.#kinds.values()].filter(({ periodMs }) => periodMs !== undefined).map(({ type }) => type);
  }

  list(filter: JobFilter, page: PageRequest): Promise<{ readonly jobs: JobView[]; readonly pagination: Pagination }> {
    const { database, clock } = this.#deps;
    return listJobs(database.workerReader, clock.now(), filter, page);
  }

  async retry(tx: Tx<any>, id: string): Promise<JobView | undefined> {
    const job = await retryJob(tx, this.#deps.clock.now(), id);
    const kind = job && this.#kinds.get(job.type);
    tx.afterCommit(() => {
      if (kind !== undefined) kind.nextAt = -Infinity;
      this.#wake();
    });
    return job;
  }

  isAlive(): boolean {
    return (
      this.#isStarted() && (this.#deps.runsOnlyWhenDrained || performance.now() - this.#lookedAt < ALIVE_WITHIN_MS)
    );
  }

  #addKind(kind: Omit<JobKind, 'running' | 'nextAt' | 'turn'>): JobKind {
    if (this.#state !== 'new') throw new Error(`The job type ${kind.type} was defined after the start`);
    if (this.#kinds.has(kind.type)) throw new Error(`The job type ${kind.type} is defined twice`);
    const added = { ...kind, running: 0, nextAt: -Infinity, turn: '' };
    this.#kinds.set(kind.type, added);
    return added;
  }

  #isStarted(): boolean {
    return this.#state === 'started';
  }

  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  #newClaim(): string {
    return `${this.#isStarted() ? SERVER_CLAIM : 'program:'}${this.#deps.random.uuid()}`;
  }

  #prepare(): Promise<void> {
    const { clock, database, random } = this.#deps;
    const now = clock.now();
    this.#prepared ??= database
      .write(async (tx) => {
        // On SQLite one server uses a data directory, so a server's claim that exists at the start belongs to a dead one.
        if (this.#isStarted() && database.dialect === 'sqlite') await releaseClaims(tx, SERVER_CLAIM, now);
        for (const { type, periodMs } of this.#kinds.values()) {
          if (periodMs === undefined) continue;
          const key = periodicKey(type);
          await insertJob(tx, { id: random.uuid(), type, key, payload: 'null', runAt: now + periodMs, now });
          await bringForward(tx, key, now + periodMs);
        }
        if (this.#isStarted()) for (const enqueue of this.#atStart) await enqueue(tx);
      })
      .catch((error: unknown) => {
        this.#prepared = undefined;
        throw error;
      });
    return this.#prepared;
  }

  /** Looks at the start, once the clock was set back, and each hour, because that of another server may have been ahead. */
  async #bringForward(): Promise<void> {
    const { clock, database } = this.#deps;
    const now = clock.now();
    if (now >= this.#broughtForwardAt && now < this.#broughtForwardAt + hourMs) return;
    const types = await listTypesAhead(database.reader, now);
    const kinds = types.flatMap((type) => this.#kinds.get(type) ?? []);
    if (kinds.length > 0)
      await database.write(async (tx) => {
        for (const kind of kinds) await bringAllForward(tx, kind, now);
      });
    for (const kind of kinds) kind.nextAt = -Infinity;
    this.#broughtForwardAt = now;
  }

  async #claim(kind: JobKind, limit: number): Promise<readonly ClaimedJob[]> {
    const { clock, database } = this.#deps;
    const now = clock.now();
    const order = { type: kind.type, now, leaseEnd: now + kind.leaseMs, claim: this.#newClaim() };
    const claimed = await database.write(async (tx) => {
      const except = this.#runner.runningIds();
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
  }

  #wake(): void {
    if (!this.#isStarted() || this.#deps.runsOnlyWhenDrained) return;
    this.#mustLook = true;
    this.#looking ??= this.#inOwnContext(() => this.#look());
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#deps;
    clearTimeout(this.#timer);
    let pauseMs = POLL_MS;
    try {
      await this.#prepare();
      while (this.#mustLook && this.#isStarted()) {
        this.#mustLook = false;
        const kinds = [...this.#kinds.values()].filter((kind) => this.#hasPlace(kind) && kind.nextAt <= clock.now());
        for (const kind of kinds) kind.nextAt = Infinity;
        // At the same time: Postgres gets them in few messages.
        const times = await Promise.all(kinds.map(({ type }) => findNextTime(this.#deps.database.reader, type)));
        for (const [index, kind] of kinds.entries()) await this.#begin(kind, times[index]);
      }
      await this.#bringForward();
      this.#lookedAt = performance.now();
      const nextAt = Math.min(
        ...[...this.#kinds.values()].filter((kind) => this.#hasPlace(kind)).map((kind) => kind.nextAt),
      );
      pauseMs = Math.min(Math.max(nextAt - clock.now(), 0), POLL_MS);
    } catch (error) {
      if (storageFaultOf(error) === undefined) {
        log.error('due jobs not read', { error });
        pauseMs = AFTER_ERROR_MS;
      } else {
        // Debug only: the database logs the fault itself, once.
        log.debug('due jobs not read', { error });
        this.#lookedAt = performance.now();
      }
    }
    this.#looking = undefined;
    if (!this.#isStarted()) return;
    this.#timer = setTimeout(() => {
      for (const kind of this.#kinds.values()) kind.nextAt = -Infinity;
      this.#wake();
    }, pauseMs);
    this.#timer.unref();
  }

  #hasPlace(kind: JobKind): boolean {
    return kind.running < kind.concurrency;
  }

  /** Starts due jobs of one type, as far as its concurrency allows. */
  async #begin(kind: JobKind, nextAt: number | undefined): Promise<void> {
    const { clock, database } = this.#deps;
    const now = clock.now();
    const latest = now + (kind.periodMs ?? Infinity);
    // A job that runs on another server is due at the end of its lease.
    if (nextAt !== undefined && nextAt > Math.max(latest, now + kind.leaseMs) && this.#isStarted()) {
      // The clock was ahead when the job was put back, and would leave it undone for that time.
      await database.write((tx) => bringForward(tx, periodicKey(kind.type), latest));
      kind.nextAt = latest;
    } else if (nextAt !== undefined && nextAt <= now && this.#isStarted()) {
      const claimed = await this.#claim(kind, kind.concurrency - kind.running);
      for (const job of claimed) void this.#runner.run(kind, job);
      // Due jobs that cannot be claimed are running in another process at this moment.
      kind.nextAt = claimed.length > 0 ? -Infinity : clock.now() + AFTER_ERROR_MS;
      this.#mustLook ||= claimed.length > 0;
    } else {
      kind.nextAt = Math.min(kind.nextAt, nextAt ?? Infinity);
    }
  }
}

function keyOf({ type }: JobKind, id: string, { key, owner }: EnqueueOptions): string | null {
  if (owner !== undefined) return ownerKey(type, owner, id);
  return key === undefined ? null : jobKey(type, key);
}
