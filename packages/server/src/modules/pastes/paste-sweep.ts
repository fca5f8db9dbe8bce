import { setImmediate } from 'node:timers/promises';
import { limits } from '@drive/contract';
import { dayMs } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { deleteEmptied, deletePasteRow, emptyExpired, listOldPastes } from './paste-store.ts';

export type PasteSweepDeps = Pick<Ports, 'database' | 'clock' | 'log'> & {
  readonly accounts: Accounts;
  readonly files: Files;
};

/** Pastes per transaction: each may free half a mebibyte, all of which is overwritten. */
const atOnce = 4;
const rememberedMs = limits.pasteRememberedDays * dayMs;

/** Empties expired pastes, deletes those that ended long ago, and pastes of guests after `guestPasteMs` (0: never). */
export async function sweepPastes(deps: PasteSweepDeps, guestPasteMs: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  await emptyAll(deps, signal);
  await deleteInBatches(database, signal, deleteEmptied(clock.now() - rememberedMs));
  if (guestPasteMs > 0) await deleteAnonymous(deps, clock.now() - guestPasteMs, signal);
}

async function emptyAll({ database, clock, files, log }: PasteSweepDeps, signal: AbortSignal): Promise<void> {
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

async function deleteAnonymous(deps: PasteSweepDeps, until: number, signal: AbortSignal): Promise<void> {
  const ownerId = await deps.accounts.findAnonymousOwner(deps.database.reader);
  if (ownerId === undefined) return;
  const count = await deletePastesOf(deps, ownerId, until, signal);
  if (count > 0) deps.log.info('old anonymous pastes deleted', { count });
}

/** Deletes an owner's pastes created at `until` or before; returns how many. */
export async function deletePastesOf(
  { database, files }: Pick<PasteSweepDeps, 'database' | 'files'>,
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
