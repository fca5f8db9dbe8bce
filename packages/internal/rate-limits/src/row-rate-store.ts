import type { Clock, Secrets } from '@drive/base';
import { anyDeleteRows, type Database, type DeleteRows, type Reader, type Tx } from '@drive/database';
import type { Jobs } from '@drive/jobs';
import type { RateLimitsSchema } from './rate-limits-schema.ts';
import { latestEnd, maxPeriodMs, type RateStore, type RateWindow, type WindowState } from './rate-store.ts';

export interface RowRateStoreDeps {
  /** A database whose schema includes `RateLimitsSchema`. */
  readonly database: Database<any>;
  readonly clock: Clock;
  readonly secrets: Secrets<'rate-window'>;
  readonly jobs: Jobs;
  readonly sweepMs: number;
}

interface Row {
  readonly used: number;
  /** Epoch milliseconds. */
  readonly ends_at: number;
}

type RateTable = keyof RateLimitsSchema;

const deleteRows: DeleteRows<RateLimitsSchema> = anyDeleteRows;

/**
 * Counts in a table, so that all processes on one database share the count. Keys are stored as keyed hashes: the table
 * contains no IP or email address. A call over the limit writes nothing.
 */
export function createRowRateStore(
  { database, clock, secrets, jobs, sweepMs }: RowRateStoreDeps,
  table: RateTable,
): RateStore {
  jobs.sweep(`${table.replace('_', '-')}.sweep`, sweepMs, (now) => [
    deleteRows(table, 'key_hash', (rows) => rows.where('ends_at', '<=', now)),
    deleteRows(table, 'key_hash', (rows) => rows.where('ends_at', '>', latestEnd(now, maxPeriodMs))),
  ]);
  // Writers of SQLite wait for one another, so that a call over the limit should only read.
  const readsFirst = database.dialect === 'sqlite';
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
      const lasting = lastingAt(now, window);
      const keyHash = hashOf(window, key);
      const fresh: Row = { used: calls, ends_at: now + window.periodMs };
      const before = readsFirst ? await findLive(table, database.reader, keyHash, lasting) : undefined;
      if ((before?.used ?? 0) + calls > window.calls)
        return stateOf(window, before ?? { ...fresh, used: 0 }, now, false);
      const after = await database.write((tx) => upsert(table, tx, keyHash, fresh, window.calls, lasting));
      if (after !== undefined) return stateOf(window, after, now, true);
      const full = await findLive(table, database.reader, keyHash, lasting);
      return stateOf(window, full ?? { used: window.calls, ends_at: now }, now, false);
    },

    refund: async (window, key, calls = 1) => {
      const { after, until } = lastingAt(clock.now(), window);
      const keyHash = hashOf(window, key);
      await database.write((tx) =>
        tx
          .updateTable(table)
          .set((eb) => ({ used: eb('used', '-', calls) }))
          .where('key_hash', '=', keyHash)
          .where('ends_at', '>', after)
          .where('ends_at', '<=', until)
          .where('used', '>=', calls)
          .execute(),
      );
    },

    peek: async (window, key) => {
      const now = clock.now();
      const row = await findLive(table, database.reader, hashOf(window, key), lastingAt(now, window));
      return stateOf(window, row, now, (row?.used ?? 0) < window.calls);
    },
  };
}

/** The ends of the periods that last. */
interface Lasting {
  readonly after: number;
  readonly until: number;
}

const lastingAt = (now: number, { periodMs }: RateWindow): Lasting => ({
  after: now,
  until: latestEnd(now, periodMs),
});

const findLive = (
  table: RateTable,
  reader: Reader<RateLimitsSchema>,
  keyHash: string,
  { after, until }: Lasting,
): Promise<Row | undefined> =>
  reader
    .selectFrom(table)
    .select(['used', 'ends_at'])
    .where('key_hash', '=', keyHash)
    .where('ends_at', '>', after)
    .where('ends_at', '<=', until)
    .executeTakeFirst();

/** undefined if the window of now has not so much left. */
const upsert = (
  table: RateTable,
  tx: Tx<RateLimitsSchema>,
  keyHash: string,
  fresh: Row,
  limit: number,
  { after, until }: Lasting,
): Promise<Row | undefined> =>
  tx
    .insertInto(table)
    .values({ key_hash: keyHash, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet((eb) => {
          const hasEnded = eb.or([eb(`${table}.ends_at`, '<=', after), eb(`${table}.ends_at`, '>', until)]);
          return {
            used: eb
              .case()
              .when(hasEnded)
              .then(eb.ref('excluded.used'))
              .else(eb(`${table}.used`, '+', eb.ref('excluded.used')))
              .end(),
            ends_at: eb
              .case()
              .when(hasEnded)
              .then(eb.ref('excluded.ends_at'))
              .else(eb.ref(`${table}.ends_at`))
              .end(),
          };
        })
        .where((eb) =>
          eb.or([
            eb(`${table}.ends_at`, '<=', after),
            eb(`${table}.ends_at`, '>', until),
            eb(`${table}.used`, '<=', limit - fresh.used),
          ]),
        ),
    )
    .returning(['used', 'ends_at'])
    .executeTakeFirst();
