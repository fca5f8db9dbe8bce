import { setImmediate } from 'node:timers/promises';
import { dayMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteArchive, deleteSomeParts, listStaleArchives } from './store.ts';

/** A transfer that began in time may go on for long, and needs to know to its end what it holds. */
const keptMs = 7 * dayMs;
const archivesAtOnce = 50;
const partsAtOnce = 20;

/** Forgets archives that nobody came for, and in the end those that somebody did. */
export async function sweepArchives(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (;;) {
    const stale = await listStaleArchives(database.reader, {
      expiredAt: now,
      consumedBefore: now - keptMs,
      limit: archivesAtOnce,
    });
    for (const rowId of stale) {
      let isGone = false;
      while (!isGone && !signal.aborted) {
        isGone = await database.write(async (tx) => {
          if (!(await deleteSomeParts(tx, rowId, partsAtOnce))) return false;
          await deleteArchive(tx, rowId);
          return true;
        });
        await setImmediate();
      }
    }
    if (signal.aborted || stale.length < archivesAtOnce) return;
  }
}
