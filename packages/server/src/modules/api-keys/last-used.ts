import { minuteMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { setLastUsed } from './store.ts';

/** How long uses are gathered before they are written together. */
const gatherMs = 1000;

export interface LastUsed {
  /** The key was used now; written later, and at most once a minute (service-api.md, API keys). */
  note(keyRowId: number, lastUsedAt: number | null): void;
  flush(): Promise<void>;
}

/** Keeps `last_used_at` off the way of the requests that it tells of. */
export function createLastUsed({ database, clock, log }: { database: Database; clock: Clock; log: Log }): LastUsed {
  let waiting = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (uses: ReadonlyMap<number, number>): Promise<void> => {
    try {
      await database.write(async (tx) => {
        for (const [rowId, at] of uses) await setLastUsed(tx, rowId, at);
      });
    } catch (error) {
      log.warn('last use of keys not written', { count: uses.size, error });
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size > 0) {
      const uses = waiting;
      waiting = new Map();
      writing = writing.then(() => write(uses));
    }
    return writing;
  };
  return {
    note: (keyRowId, lastUsedAt) => {
      const now = clock.now();
      if (waiting.has(keyRowId) || (lastUsedAt !== null && now - lastUsedAt < minuteMs)) return;
      waiting.set(keyRowId, now);
      timer ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    flush,
  };
}
