import { InvalidArgumentError } from 'commander';
import { parseByteLimit } from './argument-parsers.ts';
import type { World } from './world.ts';

/** Resolves when this number of bytes may be sent or written. */
export type Pace = (bytes: number, signal: AbortSignal | undefined) => Promise<void>;

/** Servers cut a transfer that is slower than 4 KiB a second over a minute (`DRIVE_MIN_TRANSFER_RATE`). */
const LEAST_PER_TRANSFER = 16 * 1024;

/** Bytes a second, from `500K`, `2MiB` or `2MiB/s`. */
export function parseRate(text: string): number {
  const usage = new InvalidArgumentError('Use bytes per second, such as 500KiB or 2MiB, at least 16KiB.');
  let rate: number;
  try {
    rate = parseByteLimit(text.replace(/\/s$/, ''));
  } catch {
    throw usage;
  }
  if (rate < LEAST_PER_TRANSFER) throw usage;
  return rate;
}

/** Delays the bytes of all transfers of a command, in the order of the calls, so that together they keep to the rate. */
export function createPace(bytesPerSecond: number, { now, sleep }: Pick<World, 'now' | 'sleep'>): Pace {
  let dueAt = 0;
  return async (bytes, signal) => {
    const calledAt = now();
    dueAt = Math.max(dueAt, calledAt) + (bytes / bytesPerSecond) * 1000;
    await sleep(dueAt - calledAt, signal ?? new AbortController().signal);
  };
}

/** The number of parallel transfers that the rate suffices for: each has to be fast enough for the server. */
export const limitParallel = (wanted: number, bytesPerSecond: number | undefined): number =>
  bytesPerSecond === undefined
    ? wanted
    : Math.max(1, Math.min(wanted, Math.floor(bytesPerSecond / LEAST_PER_TRANSFER)));
