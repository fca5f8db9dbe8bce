import { setImmediate } from 'node:timers/promises';
import { minuteMs, type Clock } from '@drive/base';

/** Sums over some rows, in the order of a key. */
export interface TalliedPiece<Sums> {
  readonly rows: number;
  /** The key of the last row; null if there are none. */
  readonly last: number | null;
  readonly sums: Sums;
}

/** At most `limit` rows after the key. */
export type TallyPiece<Sums> = (after: number, limit: number) => Promise<TalliedPiece<Sums>>;

const ROWS_AT_ONCE = 5000;
const KEPT_MS = minuteMs;

/**
 * Reads the sums of a large table in pieces of milliseconds, once for all concurrent callers, and caches them for a
 * minute.
 */
export function createTally<Sums extends Readonly<Record<string, number>>>(
  clock: Clock,
  piece: TallyPiece<Sums>,
): () => Promise<Sums> {
  let kept: { readonly sums: Sums; readonly readAt: number } | undefined;
  let reading: Promise<Sums> | undefined;

  async function readOn(first: TalliedPiece<Sums>): Promise<Sums> {
    const sums: Record<string, number> = { ...first.sums };
    for (let at = first; at.rows === ROWS_AT_ONCE && at.last !== null;) {
      await setImmediate();
      at = await piece(at.last, ROWS_AT_ONCE);
      for (const [name, sum] of Object.entries(at.sums)) sums[name] = (sums[name] ?? 0) + sum;
    }
    kept = { sums: sums as Sums, readAt: clock.now() };
    return kept.sums;
  }

  return async () => {
    if (kept !== undefined && Math.abs(clock.now() - kept.readAt) < KEPT_MS) return kept.sums;
    if (reading !== undefined) return reading;
    const first = await piece(0, ROWS_AT_ONCE);
    if (first.rows < ROWS_AT_ONCE) return first.sums;
    reading ??= readOn(first).finally(() => (reading = undefined));
    return reading;
  };
}
