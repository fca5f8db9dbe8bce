import type { JobRun } from './jobs.ts';

/** A type of job as the loop sees it: defined work and periodic work are run alike. */
export interface JobKind {
  readonly type: string;
  readonly leaseMs: number;
  readonly concurrency: number;
  /** Set for periodic work. */
  readonly periodMs?: number;
  run(payload: unknown, run: JobRun): Promise<void>;
  retryDelayMs(attempt: number): number | undefined;
  /** How many run in this process. */
  running: number;
  /** No job of this type is due before; -Infinity when that isn't known. */
  nextAt: number;
}

export const jobKey = (type: string, key: string): string => `${type}:${key}`;

export const periodicKey = (type: string): string => jobKey(type, 'periodic');
