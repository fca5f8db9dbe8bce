import { setImmediate } from 'node:timers/promises';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { hourMs, secondMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { FileRow } from './file-row.ts';
import { fileNotFound } from './find-item.ts';
import { lockTree } from './root-folder.ts';
import type { NameSearch } from './search/name-search.ts';
import { findFile, findItemAt } from './item-store.ts';
import { filesIn, walkFolders } from './descendants.ts';
import { countOut } from './folder-rollup.ts';
import { findPurging, listTrashed, listTrashedUntil, markPurging, setPurged } from './trash-store.ts';
import { addTrashBytes, dropFiles, dropTrashed } from './storage-usage.ts';

export interface PurgeDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly search: NameSearch;
  readonly config: {
    /** What has been in the trash for so long is purged. */
    readonly trashMs: number;
    readonly sweepMs: number;
  };
}

export interface Purge {
  /** Deletes for good what is in the trash, with what came there with it. Fine to repeat. */
  purgeItem(ownerId: number, id: string): Promise<void>;
  /** Everything that is in the owner's trash now. */
  emptyTrash(ownerId: number): Promise<void>;
  /**
   * Deletes for good without a stay in the trash, each of these of the owner's by items.row_id with all that is in it.
   * What is gone already is left alone. Answers how many were not.
   */
  discard(tx: Tx, ownerId: number, rowIds: readonly number[]): Promise<number>;
}

/** So many in one transaction, and nobody waits for longer than a few milliseconds. */
const marksAtOnce = 16;
const rowsAtOnce = 32;
const deletionsAtOnce = 8;
const mostFailures = 20;
const longestPauseMs = hourMs;

/**
 * Purging goes in three steps, so that a crash anywhere loses nothing and leaves nothing: the row is marked and a job is
 * written in one transaction, and nobody gets to it any more; the job takes the bytes away; then the rows say purged.
 */
export function createPurge(deps: PurgeDeps): Purge {
  const { database, clock, jobs, config } = deps;

  const job = jobs.define<{ readonly rowIds: readonly number[] }>({
    type: 'files.purge',
    concurrency: 1,
    run: async ({ rowIds }, { signal }) => {
      const failures: unknown[] = [];
      for (const rowId of rowIds)
        await purgeMarked(deps, rowId, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          failures.push(error);
        });
      if (failures.length > 0) throw failures[0];
    },
    // It never gives up: what was promised to be gone must go once the disk is well again.
    retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, longestPauseMs),
  });

  /** False where somebody was faster. */
  const mark = async (tx: Tx, item: FileRow): Promise<boolean> => {
    if (item.state !== 'trashed') return false;
    // What came into the trash with a folder above it is counted there.
    if (item.ownState === 'alive') await countOut(tx, item.parentRowId, item);
    await markPurging(tx, item.rowId);
    await dropTrashed(tx, item.ownerId, item);
    deps.search.changed(tx, item.ownerId, [item.rowId]);
    return true;
  };

  /** Those of the owner's that are still in the trash and were put there until then. */
  const purgeMarks = (ownerId: number, ids: readonly string[], until: number): Promise<void> =>
    database.write(async (tx) => {
      await lockTree(tx, ownerId);
      const rowIds: number[] = [];
      for (const id of ids) {
        const item = await findFile(tx, id);
        if (item === undefined || item.deletedAt === null || item.deletedAt > until) continue;
        if (await mark(tx, item)) rowIds.push(item.rowId);
      }
      if (rowIds.length > 0) await job.enqueue(tx, { rowIds });
    });

  jobs.every('files.trash', config.sweepMs, async ({ signal }) => {
    const until = clock.now() - config.trashMs;
    for (;;) {
      signal.throwIfAborted();
      const expired = await listTrashedUntil(database.reader, until, marksAtOnce);
      const byOwner = Map.groupBy(expired, ({ ownerId }) => ownerId);
      for (const [ownerId, items] of byOwner)
        await purgeMarks(
          ownerId,
          items.map(({ id }) => id),
          until,
        );
      if (expired.length < marksAtOnce) return;
    }
  });

  return {
    discard: async (tx, ownerId, rowIds) => {
      await lockTree(tx, ownerId);
      const marked: number[] = [];
      for (const rowId of rowIds) {
        const item = await findItemAt(tx, rowId);
        if (item?.ownerId !== ownerId) continue;
        if (item.state === 'alive') await addTrashBytes(tx, ownerId, item.sizeBytes);
        if (await mark(tx, item.state === 'alive' ? { ...item, state: 'trashed' } : item)) marked.push(rowId);
      }
      if (marked.length > 0) await job.enqueue(tx, { rowIds: marked });
      return marked.length;
    },
    purgeItem: (ownerId, id) =>
      database.write(async (tx) => {
        await lockTree(tx, ownerId);
        const item = await findFile(tx, id);
        if (item === undefined || item.ownerId !== ownerId) throw fileNotFound();
        if (item.state === 'alive')
          throw new DomainError('not_in_trash', 'Only what is in the trash is deleted for good. Delete it first.');
        if (await mark(tx, item)) await job.enqueue(tx, { rowIds: [item.rowId] });
      }),
    emptyTrash: async (ownerId) => {
      const until = clock.now();
      for (;;) {
        const marked = await listTrashed(database.reader, ownerId, { until, limit: marksAtOnce });
        if (marked.length === 0) return;
        await purgeMarks(
          ownerId,
          marked.map(({ id }) => id),
          until,
        );
      }
    },
  };
}

/**
 * May be repeated from the start after a crash anywhere. What can't be deleted keeps nothing else from going; only the
 * folders stay then, because it is found through them.
 */
async function purgeMarked({ database, blobs }: PurgeDeps, rowId: number, signal: AbortSignal): Promise<void> {
  const top = await findPurging(database.reader, rowId);
  if (top === undefined) return;
  const failures: unknown[] = [];
  const forget = async (rowIds: readonly number[]): Promise<void> => {
    signal.throwIfAborted();
    for (let from = 0; from < rowIds.length; from += rowsAtOnce) {
      const some = rowIds.slice(from, from + rowsAtOnce);
      await database.write((tx) => forgetItems(tx, some));
      await setImmediate();
      signal.throwIfAborted();
    }
  };
  const purgeFiles = async (files: readonly FileBytes[]): Promise<void> => {
    await forget(await deleteBytes(blobs, files, failures));
    // A disk that is gone is not asked for all of them.
    if (failures.length >= mostFailures) throw failures[0];
  };

  const folderRowIds: number[] = [];
  if (top.isFolder) {
    for await (const folders of walkFolders(database.reader, top)) {
      for (const folder of folders) folderRowIds.push(folder.rowId);
      for await (const files of filesIn(database.reader, folders, 'purging')) await purgeFiles(files);
    }
  } else {
    await purgeFiles([top]);
  }
  if (failures.length > 0) throw failures[0];
  // The deepest first: what still has something in it can be reached from the top as long as it has.
  await forget(folderRowIds.toReversed());
}

async function forgetItems(tx: Tx, rowIds: readonly number[]): Promise<void> {
  for (const { ownerId, count } of await setPurged(tx, rowIds)) await dropFiles(tx, ownerId, count);
}

type FileBytes = Pick<FileRow, 'rowId' | 'blobKey' | 'thumbnailKey'>;

/** Row ids of the files whose bytes are gone. */
async function deleteBytes(blobs: BlobStore, files: readonly FileBytes[], failures: unknown[]): Promise<number[]> {
  const gone: number[] = [];
  const next = files.values();
  const work = async (): Promise<void> => {
    for (const { rowId, blobKey, thumbnailKey } of next) {
      try {
        if (blobKey !== null) await blobs.delete(blobKey);
        if (thumbnailKey !== null) await blobs.delete(thumbnailKey);
        gone.push(rowId);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: deletionsAtOnce }, work));
  return gone;
}
