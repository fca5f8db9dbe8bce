import { type Clock, type Log, secondMs } from '@drive/base';
import type { Database } from '@drive/database';
import type { Metrics, Sample } from '@drive/metrics';
import { delayAfter, type JobKind } from './job-kind.ts';
import { deleteDone, extendLease, putBack, type ClaimedJob } from './job-store.ts';
import type { JobsSchema } from './jobs-schema.ts';

const MAX_ERROR_LENGTH = 2000;

type JobRunnerDeps = {
  readonly database: Database<JobsSchema>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called whenever a job has ended and its place is free. */
  readonly onFree: (kind: JobKind) => void;
};

export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #stopping = new AbortController();
  readonly #running = new Map<number, Promise<unknown>>();
  readonly #countRun: ReturnType<Metrics['counter']>;
  readonly #wellAt = new Map<string, number>();

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
    this.#countRun = deps.metrics.counter('drive_job_runs_total', 'Runs of jobs by type and outcome; sweeps are jobs', [
      'type',
      'outcome',
    ]);
    deps.metrics.gauge(
      'drive_job_last_done_timestamp_seconds',
      'Time of the last successful run in this process',
      ['type'],
      async () => this.#readWell(),
    );
  }

  /** A run of the future was before the clock was set back, at a time that nobody knows. */
  #readWell(): readonly Sample[] {
    const now = this.#deps.clock.now();
    for (const [type, at] of this.#wellAt) if (at > now) this.#wellAt.set(type, now);
    return [...this.#wellAt].map(([type, at]) => ({ labels: { type }, value: at / secondMs }));
  }

  /** Never rejects; resolves, with the job's error if any, when the result is recorded. */
  async run(kind: JobKind, job: ClaimedJob): Promise<{ readonly error: unknown } | undefined> {
    kind.running += 1;
    const ended = this.#runAndSettle(kind, job);
    this.#running.set(job.rowId, ended);
    const failure = await ended;
    this.#running.delete(job.rowId);
    kind.running -= 1;
    this.#deps.onFree(kind);
    return failure;
  }

  runningIds(): readonly number[] {
    return [...this.#running.keys()];
  }

  /** Resolves when one of the running jobs has ended; immediately if none runs. */
  async oneEnded(): Promise<void> {
    if (this.#running.size > 0) await Promise.race(this.#running.values());
  }

  /** Aborts every job; jobs started from now on are put back immediately. */
  abort(): void {
    this.#stopping.abort(new Error('the server is stopping'));
  }

  /** Resolves when none runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async #attempt(kind: JobKind, job: ClaimedJob): Promise<{ readonly error: unknown } | undefined> {
    const lost = new AbortController();
    const lease = setInterval(() => {
      void this.#renew(kind, job, lost);
    }, kind.leaseMs / 2);
    lease.unref();
    try {
      this.#stopping.signal.throwIfAborted();
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
      await kind.run(JSON.parse(job.payload), { attempt: job.attempt, signal });
      return undefined;
    } catch (error) {
      return { error };
    } finally {
      clearInterval(lease);
    }
  }

  async #renew(kind: JobKind, job: ClaimedJob, lost: AbortController): Promise<void> {
    const { database, clock, log } = this.#deps;
    try {
      const isHeld = await database.write((tx) => extendLease(tx, job, clock.now() + kind.leaseMs));
      if (!isHeld) lost.abort(new Error('another process took over the job'));
    } catch (error) {
      log.warn('job lease not extended', { jobType: kind.type, error });
    }
  }

  async #settle(kind: JobKind, job: ClaimedJob, failure: { readonly error: unknown } | undefined) {
    const { clock, database, log } = this.#deps;
    const now = clock.now();
    const about = { jobType: kind.type, attempt: job.attempt };
    if (failure === undefined) {
      const { periodMs } = kind;
      if (periodMs === undefined) return database.write((tx) => deleteDone(tx, job));
      return database.write((tx) => putBack(tx, job, { runAt: now + periodMs, attempts: 0, lastError: null }));
    }
    const { error } = failure;
    const lastError = String(error).slice(0, MAX_ERROR_LENGTH);
    if (this.#stopping.signal.aborted)
      return database.write((tx) => putBack(tx, job, { runAt: now, attempts: job.attempt - 1, lastError }));
    const delayMs = delayAfter(kind, job.attempt);
    if (delayMs === undefined) {
      log.error('job given up', { ...about, error });
      return database.write((tx) => putBack(tx, job, { failedAt: now, attempts: job.attempt, lastError }));
    }
    log.warn('job failed', { ...about, error });
    return database.write((tx) => putBack(tx, job, { runAt: now + delayMs, attempts: job.attempt, lastError }));
  }

  async #runAndSettle(kind: JobKind, job: ClaimedJob): Promise<{ readonly error: unknown } | undefined> {
    const { clock, log } = this.#deps;
    const failure = await this.#attempt(kind, job);
    this.#countRun({ type: kind.type, outcome: failure === undefined ? 'done' : 'failed' });
    if (failure === undefined) this.#wellAt.set(kind.type, clock.now());
    try {
      await this.#settle(kind, job, failure);
    } catch (error) {
      // The row still bears the claim: the job runs again when the lease ends.
      log.error('job not settled', { jobType: kind.type, attempt: job.attempt, error });
    }
    return failure;
  }
}
