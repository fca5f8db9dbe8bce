import { setImmediate } from 'node:timers/promises';
import { secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Files } from '../files/index.ts';
import type { DownloadSlot, OpenShare, Shares } from '../shares/index.ts';
import { hasParts, takePart, type ArchiveRow } from './store.ts';

export interface CountDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly files: Files;
  readonly shares: Shares;
}

const retryMs = 30 * secondMs;
const attempts = 10;

/**
 * Counts a ZIP whose last byte has gone out: once for the share, once for each file in it. A part goes in the transaction
 * that counts its files, so none counts twice; of a large archive a job counts what the first transaction leaves.
 */
export function createCount({ database, jobs, log, files, shares }: CountDeps) {
  /** False where nothing is left. */
  const countPart = async (tx: Tx, archiveRowId: number): Promise<boolean> => {
    const part = await takePart(tx, archiveRowId);
    if (part === undefined) return false;
    await files.countDownloads(
      tx,
      part.map(({ fileId }) => fileId),
    );
    return true;
  };

  const job = jobs.define<{ archiveRowId: number }>({
    type: 'archives.count',
    run: async ({ archiveRowId }, { signal }) => {
      while (await database.write((tx) => countPart(tx, archiveRowId))) {
        await setImmediate();
        signal.throwIfAborted();
      }
    },
    retryDelayMs: (attempt) => (attempt < attempts ? attempt * retryMs : undefined),
  });

  return async (archive: ArchiveRow, share: OpenShare | undefined, slot: DownloadSlot | undefined): Promise<void> => {
    const write = async (tx: Tx): Promise<void> => {
      if (share !== undefined)
        await shares.visits.downloaded(tx, share, { recipientRowId: archive.recipientRowId, file: null });
      await countPart(tx, archive.rowId);
      if (await hasParts(tx, archive.rowId)) await job.enqueue(tx, { archiveRowId: archive.rowId });
    };
    try {
      await (slot === undefined ? database.write(write) : slot.complete(true, write));
    } catch (error) {
      // The bytes are out: whoever fetched them must not be told that something failed.
      log.error('archive not counted', { error });
    }
  };
}
