import { type Clock, type Log, minuteMs, secondMs } from '@drive/base';
import type { Metrics } from '@drive/metrics';
import type { Database } from '@drive/database';
import type { JobKind } from './job-kind.ts';
import type { JobsSchema } from './jobs-schema.ts';
import { deleteDone, extendLease, putBack, type ClaimedJob } from './job-store.ts';

const MAX_ERROR_LENGTH = 2000;

export interface JobRunner {
  /** Never rejects; resolves, with the job's error if any, when the result is recorded. */
  run(kind: JobKind, job: ClaimedJob): Promise<{ readonly error: unknown } | undefined>;
  runningIds(): readonly number[];
  /** Resolves when one of the running jobs has ended; immediately if none runs. */
  oneEnded(): Promise<void>;
  /** Aborts every job; jobs started from now on are put back immediately. */
  abort(): void;
  /** Resolves when none runs. */
  idle(): Promise<void>;
}

export function createJobRunner(deps: {
  readonly database: Database<JobsSchema>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called whenever a job has ended and its place is free. */
  readonly onFree: (kind: JobKind) => void;
}): JobRunner {
  const { database, clock, log } = deps;
  const stopping = new AbortController();
  const running = new Map<number, Promise<unknown>>();
  const countRun = deps.metrics.counter('drive_job_runs_total', 'Runs of jobs by type and outcome; sweeps are jobs', [
    'type',
    'outcome',
  ]);
  const wellAt = new Map<string, number>();
  deps.metrics.gauge(
    'drive_job_last_done_timestamp_seconds',
    'Time of the last successful run in this process',
    ['type'],
    async () => [...wellAt].map(([type, at]) => ({ labels: { type }, value: at / secondMs })),
  );

  async function attempt(kind: JobKind, job: ClaimedJob): Promise<{ readonly error: unknown } | undefined> {
    const lost = new AbortController();
    const lease = setInterval(() => {
      void renew(kind, job, lost);
    }, kind.leaseMs / 2);
    lease.unref();
    try {
      stopping.signal.throwIfAborted();
      const signal = AbortSignal.any([stopping.signal, lost.signal]);
      await kind.run(JSON.parse(job.payload), { attempt: job.attempt, signal });
      return undefined;
    } catch (error) {
      return { error };
    } finally {
      clearInterval(lease);
    }
  }

  async function renew(kind: JobKind, job: ClaimedJob, lost: AbortController): Promise<void> {
    try {
      const isHeld = await database.write((tx) => extendLease(tx, job, clock.now() + kind.leaseMs));
      if (!isHeld) lost.abort(new Error('another process took over the job'));
    } catch (error) {
      log.warn('job lease not extended', { jobType: kind.type, error });
    }
  }

  async function settle(kind: JobKind, job: ClaimedJob, failure: { readonly error: unknown } | undefined) {
    const now = clock.now();
    const about = { jobType: kind.type, attempt: job.attempt };
    if (failure === undefined) {
      const { periodMs } = kind;
      if (periodMs === undefined) return database.write((tx) => deleteDone(tx, job));
      return database.write((tx) => putBack(tx, job, { runAt: now + periodMs, attempts: 0, lastError: null }));
    }
    const { error } = failure;
    const lastError = String(error).slice(0, MAX_ERROR_LENGTH);
    if (stopping.signal.aborted)
      return database.write((tx) => putBack(tx, job, { runAt: now, attempts: job.attempt - 1, lastError }));
    const delayMs = kind.periodMs === undefined ? kind.retryDelayMs(job.attempt) : Math.min(kind.periodMs, minuteMs);
    if (delayMs === undefined) {
      log.error('job given up', { ...about, error });
      return database.write((tx) => putBack(tx, job, { failedAt: now, attempts: job.attempt, lastError }));
    }
    log.warn('job failed', { ...about, error });
    return database.write((tx) => putBack(tx, job, { runAt: now + delayMs, attempts: job.attempt, lastError }));
  }

  async function runAndSettle(kind: JobKind, job: ClaimedJob): Promise<{ readonly error: unknown } | undefined> {
    const failure = await attempt(kind, job);
    countRun({ type: kind.type, outcome: failure === undefined ? 'done' : 'failed' });
    if (failure === undefined) wellAt.set(kind.type, clock.now());
    try {
      await settle(kind, job, failure);
    } catch (error) {
      // The row still bears the claim: the job runs again when the lease ends.
      log.error('job not settled', { jobType: kind.type, attempt: job.attempt, error });
    }
    return failure;
  }

  return {
    run: async (kind, job) => {
      kind.running += 1;
      const ended = runAndSettle(kind, job);
      running.set(job.rowId, ended);
      const failure = await ended;
      running.delete(job.rowId);
      kind.running -= 1;
      deps.onFree(kind);
      return failure;
    },
    runningIds: () => [...running.keys()],
    oneEnded: async () => {
      if (running.size > 0) await Promise.race(running.values());
    },
    abort: () => stopping.abort(new Error('the server is stopping')),
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
