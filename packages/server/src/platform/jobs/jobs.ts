import type { Pagination } from '@drive/contract';
import type { Tx } from '../db/database.ts';
import type { PageRequest } from '../paging.ts';
import type { RowBatch } from '../db/delete-in-batches.ts';

/** What a job's code gets beside its payload. */
export interface JobRun {
  /** 1 on the first attempt. */
  readonly attempt: number;
  /**
   * Aborted when the server stops, or when another process took over the job. What throws after a stop runs again
   * after the next start, and the attempt isn't counted.
   */
  readonly signal: AbortSignal;
}

/**
 * A kind of work that outlives the request that asked for it. It may run more than once (a crash between its end and its
 * settling), so it is written to be repeated.
 */
export interface JobDefinition<Payload> {
  readonly type: string;
  /** `payload` has been through JSON. */
  run(payload: Payload, run: JobRun): Promise<void>;
  /** Milliseconds to wait before the attempt after attempt N; undefined gives up and keeps the row as failed. */
  retryDelayMs(attempt: number): number | undefined;
  /**
   * How long after its process has died another may claim it. A process that lives renews it, however long the job
   * takes. Default 5 minutes.
   */
  readonly leaseMs?: number;
  /** How many of this type run at once in one process. Default 4. */
  readonly concurrency?: number;
}

export interface EnqueueOptions {
  /** Epoch milliseconds; default now. */
  readonly runAt?: number;
  /** While an unfinished job of this type with this key exists (one that runs is unfinished), another is not added. */
  readonly key?: string;
  /**
   * Whose work it is. Jobs of one type that name owners are run in turn: those of one owner wait for each other, and for at
   * most one job of every other owner at a time. Not together with `key`.
   */
  readonly owner?: number;
}

/** A job as people are shown it: without what it works on. */
export interface JobView {
  readonly id: string;
  readonly type: string;
  readonly state: 'waiting' | 'due' | 'running' | 'failed';
  /** Begun so far. */
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

/** The jobs table and the loop that works it off. */
export interface Jobs {
  /** Before `start()`. A type is defined once. */
  define<Payload>(definition: JobDefinition<Payload>): JobType<Payload>;
  /**
   * Work that comes round every so often, e.g. a sweep: one row whatever the number of starts. It runs for the first time one
   * period after the first start. When it throws, it comes round again after a minute or its period, whichever is less.
   */
  every(type: string, periodMs: number, run: (run: JobRun) => Promise<void>): void;
  /** Periodic work that deletes, in batches, the rows that `expired` names at the time of the run. */
  sweep(type: string, periodMs: number, expired: (now: number) => RowBatch | readonly RowBatch[]): void;
  /** Begins to work; a killed process's jobs are taken up when their lease ends, our own process's leftovers at once. */
  start(): void;
  /** Waits for what is running, begins nothing new. */
  stop(): Promise<void>;
  /** For tests and `drive-server sweep`: runs everything that is due by the clock, until nothing is and nothing runs. */
  drain(): Promise<void>;
  /** Runs one periodic job now, whatever its time, and passes its error through; for tests and `drive-server sweep`. */
  runNow(type: string): Promise<void>;
  /** Types of the periodic jobs, in the order they were defined. */
  listPeriodic(): string[];
  /** One page, newest first. */
  list(filter: JobFilter, page: PageRequest): Promise<{ readonly jobs: JobView[]; readonly pagination: Pagination }>;
  /**
   * One that was given up begins anew, with all its attempts; one that waits is due at once; one that is due or runs is left
   * as it is. undefined where there is none: what is done is gone.
   */
  retry(tx: Tx, id: string): Promise<JobView | undefined>;
  /** The loop has looked at the table lately. */
  isAlive(): boolean;
}

export interface JobType<Payload> {
  /** Adds a job in the transaction of what it follows from: neither is kept without the other. */
  enqueue(tx: Tx, payload: Payload, options?: EnqueueOptions): Promise<void>;
}
