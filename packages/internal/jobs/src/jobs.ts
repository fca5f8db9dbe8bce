import type { PageRequest, Pagination } from '@drive/base';
import type { RowBatch, Tx } from '@drive/database';

/** Arguments of a job besides its payload. */
export interface JobRun {
  /** 1 on the first attempt. */
  readonly attempt: number;
  /** Aborted when the server stops or another process claimed the job. A throw after a stop does not count as an attempt. */
  readonly signal: AbortSignal;
}

/** A job must be repeatable: a crash between its end and its record runs it again. */
export interface JobDefinition<Payload> {
  readonly type: string;
  /** `payload` has been through JSON. */
  run(payload: Payload, run: JobRun): Promise<void>;
  /** Milliseconds between attempt N and the next; undefined ends the attempts and keeps the row as failed. */
  retryDelayMs(attempt: number): number | undefined;
  /** How long after its process died another may claim it; a living process renews it. Default 5 minutes. */
  readonly leaseMs?: number;
  /** Maximum number of concurrent jobs of this type in one process. Default 4. */
  readonly concurrency?: number;
}

export interface EnqueueOptions {
  /** Epoch milliseconds; default now. */
  readonly runAt?: number;
  /** While an unfinished job of this type with this key exists (one that runs is unfinished), another is not added. */
  readonly key?: string;
  /** Jobs of one type that name owners run in turn, at most one of every other owner between. Not together with `key`. */
  readonly owner?: number;
}

/** A job for administrators, without its payload. */
export interface JobView {
  readonly id: string;
  readonly type: string;
  readonly state: 'waiting' | 'due' | 'running' | 'failed';
  /** Number of attempts started so far. */
  readonly attempts: number;
  readonly createdAt: number;
  /** When it is due; while it runs, when its lease ends. */
  readonly runAt: number;
  readonly failedAt: number | null;
  readonly lastError: string | null;
}

export interface JobFilter {
  readonly state?: JobView['state'] | undefined;
  readonly type?: string | undefined;
}

/** The jobs table and the loop that works it off. Transactions are those of the database that has the table. */
export interface Jobs {
  /** Before `start()`. A type is defined once. */
  define<Payload>(definition: JobDefinition<Payload>): JobType<Payload>;
  /** One row for any number of starts; runs first after one period, and after a failure within a minute. */
  every(type: string, periodMs: number, run: (run: JobRun) => Promise<void>): void;
  /** Periodic work that deletes, in batches, the rows that `expired` names at the time of the run. */
  sweep(type: string, periodMs: number, expired: (now: number) => RowBatch<any> | readonly RowBatch<any>[]): void;
  /**
   * Adds jobs once after each `start()`, in the transaction that the loop begins with: as soon as the disk takes writes, which it
   * may refuse at the start.
   */
  atStart(enqueue: (tx: Tx<any>) => Promise<void>): void;
  /** Jobs of a killed process run when their lease ends, those of an earlier run of this one immediately. */
  start(): void;
  /** Waits for running jobs, and starts no more. */
  stop(): Promise<void>;
  /** For tests and `drive-server sweep`: runs everything that is due by the clock, until nothing is and nothing runs. */
  drain(): Promise<void>;
  /** For a program that is alone with its database: frees what dead processes had begun, before their leases end. */
  takeOver(): Promise<void>;
  /** Runs one periodic job now and rethrows its error; for tests and `drive-server sweep`. */
  runNow(type: string): Promise<void>;
  /** Types of the periodic jobs, in the order they were defined. */
  listPeriodic(): string[];
  /** One page, newest first. */
  list(filter: JobFilter, page: PageRequest): Promise<{ readonly jobs: JobView[]; readonly pagination: Pagination }>;
  /** Restarts a failed job with all its attempts, makes a waiting one due. undefined if there is none. */
  retry(tx: Tx<any>, id: string): Promise<JobView | undefined>;
  /** Whether the loop has read the table recently. */
  isAlive(): boolean;
}

export interface JobType<Payload> {
  /** Adds a job in the transaction of its cause, so that both are committed together. */
  enqueue(tx: Tx<any>, payload: Payload, options?: EnqueueOptions): Promise<void>;
}
