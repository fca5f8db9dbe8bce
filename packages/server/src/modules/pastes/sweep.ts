import { setImmediate } from 'node:timers/promises';
import { limits } from '@drive/contract';
import { dayMs, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { deletePasteRow, emptyExpired, forgetPastes, listOldPastes } from './store.ts';

export interface SweepDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly files: Files;
}

/** Each may free half a mebibyte, and all of it is written over. */
const atOnce = 4;
const rememberedMs = limits.pasteRememberedDays * dayMs;

/** Takes the content from what has expired, forgets what was over long ago, and deletes what came without an account (0: kept). */
export async function sweepPastes(deps: SweepDeps, anonymousMs: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  await emptyAll(deps, signal);
  const until = clock.now() - rememberedMs;
  await deleteInBatches(database, signal, (tx, limit) => forgetPastes(tx, until, limit));
  if (anonymousMs > 0) await deleteAnonymous(deps, clock.now() - anonymousMs, signal);
}

async function emptyAll({ database, clock, files, log }: SweepDeps, signal: AbortSignal): Promise<void> {
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const emptied = await database.write(async (tx) => {
      const expired = await emptyExpired(tx, clock.now(), atOnce);
      for (const [ownerId, bytes] of expired.freed) await files.dropStoredBytes(tx, ownerId, bytes);
      return expired.count;
    });
    count += emptied;
    if (emptied < atOnce) break;
    await setImmediate();
  }
  if (count > 0) log.info('expired pastes emptied', { count });
}

async function deleteAnonymous(deps: SweepDeps, until: number, signal: AbortSignal): Promise<void> {
  const ownerId = await deps.accounts.findAnonymousOwner(deps.database.reader);
  if (ownerId === undefined) return;
  const count = await deletePastesOf(deps, ownerId, until, signal);
  if (count > 0) deps.log.info('old anonymous pastes deleted', { count });
}

/** An owner's that were made by then; answers how many. */
export async function deletePastesOf(
  { database, files }: Pick<SweepDeps, 'database' | 'files'>,
  ownerId: number,
  until: number,
  signal: AbortSignal,
): Promise<number> {
  for (let count = 0; ;) {
    signal.throwIfAborted();
    const rowIds = await listOldPastes(database.reader, ownerId, until, atOnce);
    await database.write(async (tx) => {
      for (const rowId of rowIds) {
        const freed = await deletePasteRow(tx, rowId);
        if (freed !== undefined && freed > 0) await files.dropStoredBytes(tx, ownerId, freed);
      }
    });
    count += rowIds.length;
    if (rowIds.length < atOnce) return count;
    await setImmediate();
  }
}
