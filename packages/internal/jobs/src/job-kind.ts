import { minuteMs } from '@drive/base';
import type { JobRun } from './jobs.ts';

export interface JobKind {
  readonly type: string;
  readonly leaseMs: number;
  readonly concurrency: number;
  /** Set for periodic work. */
  readonly periodMs?: number;
  run(payload: unknown, run: JobRun): Promise<void>;
  retryDelayMs(attempt: number): number | undefined;
  running: number;
  /** No job of this type is due before; -Infinity if that is unknown. */
  nextAt: number;
  /** Keys up to this one have had their turn in the current round of owners; '' as long as no job named an owner. */
  turn: string;
}

/** How long after a failed attempt the next one begins; undefined: never. */
export const delayAfter = ({ periodMs, retryDelayMs }: JobKind, attempt: number): number | undefined =>
  periodMs === undefined ? retryDelayMs(attempt) : Math.min(periodMs, minuteMs);

export const jobKey = (type: string, key: string): string => `${type}:${key}`;

/** Prefix of an owner's jobs: the keys of one owner are adjacent. */
export const ownerKey = (type: string, owner: number, id: string): string => jobKey(type, `owner ${owner} ${id}`);

export const beforeOwners = (type: string): string => jobKey(type, 'owner ');

/** Sorts after every key of the owner of this key; undefined for a key without an owner. */
export const endOfOwner = (key: string | null): string | undefined => {
  const prefix = /^.*:owner \d+ /.exec(key ?? '')?.[0];
  return prefix === undefined ? undefined : `${prefix}~`;
};

export const periodicKey = (type: string): string => jobKey(type, 'periodic');
