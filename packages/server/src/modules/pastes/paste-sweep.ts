import { dayMs } from '@drive/base';
import { limits } from '@drive/contract';
import { deleteInBatches, type RowBatch } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { deleteEmptied, deletePasteRow, emptyExpired, listOldPastes } from './paste-store.ts';

export type PasteSweepDeps = Pick<Ports, 'database' | 'clock' | 'log'> & {
  readonly accounts: Accounts;
  readonly files: Files;
};

/** Each paste may free half a mebibyte, all of which is overwritten. */
const pastesPerTransaction = 4;
const rememberedMs = limits.pasteRememberedDays * dayMs;

/** Empties expired pastes, deletes those that ended long ago, and pastes of guests after `guestPasteMs` (0: never). */
export async function sweepPastes(deps: PasteSweepDeps, guestPasteMs: number, signal: AbortSignal): Promise<void> {
  const { database, clock, accounts, log } = deps;
  const now = clock.now();
  const emptied = await deleteInBatches(database, signal, emptying(deps, now), pastesPerTransaction);
  if (emptied > 0) log.info('expired pastes emptied', { count: emptied });
  await deleteInBatches(database, signal, deleteEmptied(now - rememberedMs));
  const guestId = guestPasteMs > 0 ? await accounts.findAnonymousOwner(database.reader) : undefined;
  if (guestId === undefined) return;
  const deleted = await deletePastesOf(deps, guestId, now - guestPasteMs, signal);
  if (deleted > 0) log.info('old anonymous pastes deleted', { count: deleted });
}

const emptying =
  ({ files }: Pick<PasteSweepDeps, 'files'>, now: number): RowBatch =>
  async (tx, limit) => {
    const expired = await emptyExpired(tx, now, limit);
    for (const [ownerId, bytes] of expired.freed) await files.dropStoredBytes(tx, ownerId, bytes);
    return expired.count;
  };

export function deletePastesOf(
  { database, files }: Pick<PasteSweepDeps, 'database' | 'files'>,
  ownerId: number,
  until: number,
  signal: AbortSignal,
): Promise<number> {
  const batch: RowBatch = async (tx, limit) => {
    const rowIds = await listOldPastes(tx, ownerId, until, limit);
    for (const rowId of rowIds) {
      const freed = await deletePasteRow(tx, rowId);
      if (freed !== undefined && freed > 0) await files.dropStoredBytes(tx, ownerId, freed);
    }
    return rowIds.length;
  };
  return deleteInBatches(database, signal, batch, pastesPerTransaction);
}
