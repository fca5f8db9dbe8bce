import { setImmediate } from 'node:timers/promises';
import { minuteMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { listPublicNames, type PublicName } from './search-store.ts';

export interface PublicNamesDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** What anybody may find, across owners. */
export interface PublicNamesSource {
  /** All of it, the oldest share first. Where there is much it may be a minute old. */
  list(): Promise<readonly PublicName[]>;
}

/** So few are looked at again each time; that takes a blink, and what is shared is found at once. */
const fewShares = 1_000;
const keptMs = minuteMs;
/** What SQLite answers in a few milliseconds: nobody else is served meanwhile. */
const sharesAtOnce = 250;

export function createPublicNames({ database, clock }: PublicNamesDeps): PublicNamesSource {
  let kept: { readonly names: readonly PublicName[]; readonly readAt: number } | undefined;
  /** Of much, where that is being read: whoever comes meanwhile gets the same. */
  let reading: Promise<readonly PublicName[]> | undefined;

  const readOn = async (
    pieces: AsyncGenerator<readonly PublicName[]>,
    names: PublicName[],
    readAt: number,
  ): Promise<readonly PublicName[]> => {
    for await (const piece of pieces) names.push(...piece);
    kept = { names, readAt };
    return names;
  };

  return {
    list: async () => {
      const readAt = clock.now();
      if (kept !== undefined && readAt - kept.readAt < keptMs) return kept.names;
      kept = undefined;
      if (reading !== undefined) return reading;
      const pieces = readPieces(database, readAt);
      const names: PublicName[] = [];
      for (let looked = 0; looked < fewShares; looked += sharesAtOnce) {
        const { done, value } = await pieces.next();
        if (done === true) return names;
        names.push(...value);
      }
      reading ??= readOn(pieces, names, readAt).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

async function* readPieces(database: Database, now: number): AsyncGenerator<readonly PublicName[], undefined> {
  const isFolderOpen = new Map<number, boolean>();
  for (let after: number | undefined = 0; after !== undefined;) {
    if (after !== 0) await setImmediate();
    const range = { after, limit: sharesAtOnce };
    const { names, lastRowId } = await listPublicNames(database.reader, now, range, isFolderOpen);
    yield names;
    after = lastRowId;
  }
}
