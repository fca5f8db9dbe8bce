import { setImmediate } from 'node:timers/promises';
import { minuteMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { listPublicNames, type PublicName } from './search-store.ts';

/** What anybody may find, across owners. */
export interface PublicNamesSource {
  /** All of it, the oldest share first. Where there is much it may be a minute old. */
  list(): Promise<readonly PublicName[]>;
}

/** So few are read again each time; that takes a blink, and what is shared is found at once. */
const fewNames = 1_000;
const keptMs = minuteMs;
/** What SQLite answers in about two milliseconds: nobody else is served meanwhile. */
const namesAtOnce = 250;

export function createPublicNames({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): PublicNamesSource {
  let kept: { readonly names: readonly PublicName[]; readonly readAt: number } | undefined;
  /** Of much: whoever comes meanwhile gets the same. */
  let reading: Promise<readonly PublicName[]> | undefined;

  const read = async (whenMany: () => void): Promise<readonly PublicName[]> => {
    const readAt = clock.now();
    const all: PublicName[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const { names, lastRowId } = await listPublicNames(database.reader, readAt, { after, limit: namesAtOnce });
      for (const name of names) all.push(name);
      if (all.length > fewNames) whenMany();
      after = lastRowId;
      if (after !== undefined) await setImmediate();
    }
    kept = all.length > fewNames ? { names: all, readAt } : undefined;
    return all;
  };

  return {
    list: () => {
      if (kept !== undefined && clock.now() - kept.readAt < keptMs) return Promise.resolve(kept.names);
      if (reading !== undefined) return reading;
      const own = read(() => {
        reading ??= own;
      }).finally(() => {
        if (reading === own) reading = undefined;
      });
      return own;
    },
  };
}
