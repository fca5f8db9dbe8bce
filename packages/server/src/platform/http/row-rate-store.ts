import type { Clock } from '../clock.ts';
import type { Database, Reader, Tx } from '../db/database.ts';
import { deleteRows } from '../db/delete-in-batches.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Secrets } from '../secrets.ts';
import type { WindowState, RateStore, RateWindow } from './rate-store.ts';

export interface RowRateStoreDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly sweepMs: number;
}

interface Row {
  readonly used: number;
  /** Epoch milliseconds. */
  readonly ends_at: number;
}

/**
 * Counts in the table `rate_windows`, so that a restart resets no limit and all processes on one database share the
 * count. Keys are stored as keyed hashes: the table contains no IP or e-mail address. A call over the limit writes
 * nothing.
 */
export function createRowRateStore({ database, clock, secrets, jobs, sweepMs }: RowRateStoreDeps): RateStore {
  jobs.sweep('rate-windows.sweep', sweepMs, (now) =>
    deleteRows('rate_windows', 'key_hash', (rows) => rows.where('ends_at', '<=', now)),
  );
  const hashOf = ({ name }: RateWindow, key: string): string => secrets.sign('rate-window', `${name} ${key}`);

  const stateOf = (window: RateWindow, row: Row | undefined, now: number, allowed: boolean): WindowState => ({
    allowed,
    limit: window.calls,
    remaining: Math.max(0, window.calls - (row?.used ?? 0)),
    resetSeconds: row === undefined ? 0 : Math.max(1, Math.ceil((row.ends_at - now) / 1000)),
  });

  return {
    consume: async (window, key, calls = 1) => {
      const now = clock.now();
      const keyHash = hashOf(window, key);
      const fresh: Row = { used: calls, ends_at: now + window.periodMs };
      const before = await findLive(database.reader, keyHash, now);
      if ((before?.used ?? 0) + calls > window.calls)
        return stateOf(window, before ?? { ...fresh, used: 0 }, now, false);
      const after = await database.write((tx) => upsert(tx, keyHash, fresh, window.calls, now));
      if (after !== undefined) return stateOf(window, after, now, true);
      // Concurrent calls consumed the rest between the two statements.
      const full = await findLive(database.reader, keyHash, now);
      return stateOf(window, full ?? { used: window.calls, ends_at: now }, now, false);
    },

    refund: async (window, key, calls = 1) => {
      const now = clock.now();
      const keyHash = hashOf(window, key);
      await database.write((tx) =>
        tx
          .updateTable('rate_windows')
          .set((eb) => ({ used: eb('used', '-', calls) }))
          .where('key_hash', '=', keyHash)
          .where('ends_at', '>', now)
          .where('used', '>=', calls)
          .execute(),
      );
    },

    peek: async (window, key) => {
      const now = clock.now();
      const row = await findLive(database.reader, hashOf(window, key), now);
      return stateOf(window, row, now, (row?.used ?? 0) < window.calls);
    },
  };
}

const findLive = (reader: Reader, keyHash: string, now: number): Promise<Row | undefined> =>
  reader
    .selectFrom('rate_windows')
    .select(['used', 'ends_at'])
    .where('key_hash', '=', keyHash)
    .where('ends_at', '>', now)
    .executeTakeFirst();

/** undefined if the window of now has not so much left. */
const upsert = (tx: Tx, keyHash: string, fresh: Row, limit: number, now: number): Promise<Row | undefined> =>
  tx
    .insertInto('rate_windows')
    .values({ key_hash: keyHash, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet((eb) => {
          const hasEnded = eb('rate_windows.ends_at', '<=', now);
          return {
            used: eb
              .case()
              .when(hasEnded)
              .then(eb.ref('excluded.used'))
              .else(eb('rate_windows.used', '+', eb.ref('excluded.used')))
              .end(),
            ends_at: eb
              .case()
              .when(hasEnded)
              .then(eb.ref('excluded.ends_at'))
              .else(eb.ref('rate_windows.ends_at'))
              .end(),
          };
        })
        .where((eb) =>
          eb.or([eb('rate_windows.ends_at', '<=', now), eb('rate_windows.used', '<=', limit - fresh.used)]),
        ),
    )
    .returning(['used', 'ends_at'])
    .executeTakeFirst();
