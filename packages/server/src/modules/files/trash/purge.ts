import { setImmediate } from 'node:timers/promises';
import { hourMs, secondMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import type { Item, ItemBatchResult } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { mayDo } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { deleteChecksums } from '../contents/content-checksum-store.ts';
import { listVersionsOf } from '../contents/version-store.ts';
import type { FileRow } from '../items/item-row.ts';
import { filesIn, walkFolders } from '../tree/descendants.ts';
import { fileNotFound } from '../tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from '../tree/folder-rollup.ts';
import { changeEach, changeInBatches } from '../tree/item-batch.ts';
import { findFile, findFolder, findItemAt } from '../tree/item-store.ts';
import { lockTree } from '../tree/root-folder.ts';
import { addTrashBytes, dropPurged, dropTrashed } from '../tree/storage-usage-store.ts';
import { listTrashedIds } from './trash-listing-store.ts';
import { findPurging, listInRoot, listTrashedUntil, markPurging, setPurged } from './trash-store.ts';
import { toTrashedItem } from './trash.ts';

export type PurgeDeps = Pick<Ports, 'database' | 'blobs' | 'clock' | 'jobs'> & {
  readonly changes: ItemChanges;
  readonly purgeListeners: readonly PurgeListener[];
  readonly config: {
    /** Items are purged after this time in the trash (DRIVE_TRASH_RETENTION_DAYS). */
    readonly trashMs: number;
    readonly sweepMs: number;
  };
};

/** Runs in a transaction that purges items, by items.row_id. */
export type PurgeListener = (tx: Tx, rowIds: readonly number[]) => Promise<void>;

/** Per transaction, which then takes a few milliseconds. */
const itemsAtOnce = 16;
const rowsAtOnce = 32;
const deletionsAtOnce = 8;
const mostFailures = 20;
const longestPauseMs = hourMs;

/** Three repeatable steps: a transaction marks the row and enqueues a job, which deletes bytes, then empties the rows. */
export class Purge {
  readonly #deps: PurgeDeps;
  readonly #job: JobType<{ readonly rowIds: readonly number[] }>;

  constructor(deps: PurgeDeps) {
    this.#deps = deps;
    this.#job = deps.jobs.define<{ readonly rowIds: readonly number[] }>({
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
      // Never gives up: the bytes must go once the disk works again.
      retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, longestPauseMs),
    });
    deps.jobs.every('files.trash', deps.config.sweepMs, ({ signal }) => this.#purgeExpired(signal));
  }

  /** Trashed or not, with their content. Returns how many existed. */
  async discard(tx: Tx, ownerId: number, rowIds: readonly number[]): Promise<number> {
    await lockTree(tx, ownerId);
    const marked: number[] = [];
    for (const rowId of rowIds) {
      const item = await findItemAt(tx, rowId);
      if (!mayDo(ownerId, item, 'delete')) continue;
      if (item.state === 'alive') await addTrashBytes(tx, ownerId, item.sizeBytes);
      const counts = gatherCounts();
      if (await this.#mark(tx, item.state === 'alive' ? { ...item, state: 'trashed' } : item, counts))
        marked.push(rowId);
      await counts.write(tx);
    }
    if (marked.length > 0) await this.#job.enqueue(tx, { rowIds: marked });
    return marked.length;
  }

  async emptyTrash(ownerId: number): Promise<void> {
    const { clock, database } = this.#deps;
    const until = clock.now();
    for (;;) {
      const ids = await listTrashedIds(database.reader, ownerId, until, itemsAtOnce);
      if (ids.length === 0) return;
      await this.#purgeTrashed(ownerId, ids, until);
    }
  }

  /** Purges a trashed item with its content. Idempotent. */
  purgeItem(ownerId: number, id: string): Promise<void> {
    return this.#deps.database.write(async (tx) => {
      await lockTree(tx, ownerId);
      const item = await findFile(tx, id);
      requirePurgeable(item, ownerId);
      const counts = gatherCounts();
      if (await this.#mark(tx, item, counts)) await this.#job.enqueue(tx, { rowIds: [item.rowId] });
      await counts.write(tx);
    });
  }

  /** Purges each item of the trash independently of the others. Returns the items as they were. */
  purgeItems(ownerId: number, ids: readonly string[]): Promise<ItemBatchResult> {
    return changeInBatches(this.#deps.database, ids, async (tx, some) => {
      await lockTree(tx, ownerId);
      const updated: Item[] = [];
      const rowIds: number[] = [];
      const { failed } = await changeEach(tx, some, async (item, counts) => {
        requirePurgeable(item, ownerId);
        updated.push(await toTrashedItem(tx, item));
        if (await this.#mark(tx, item, counts)) rowIds.push(item.rowId);
      });
      if (rowIds.length > 0) await this.#job.enqueue(tx, { rowIds });
      return { updated, failed };
    });
  }

  /** Purges everything of the owner's. Repeatable after a crash. */
  async eraseOwner(ownerId: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#deps;
    // Purges items that were trashed alone first. Each folder then contains only what is purged with it.
    await this.emptyTrash(ownerId);
    const root = await findFolder(database.reader, ownerId, null);
    if (root === undefined) return;
    for (;;) {
      signal.throwIfAborted();
      const rowIds = await listInRoot(database.reader, root.rowId, itemsAtOnce);
      if (rowIds.length === 0) return;
      await database.write((tx) => this.discard(tx, ownerId, rowIds));
    }
  }

  async #purgeExpired(signal: AbortSignal): Promise<void> {
    const { database, clock, config } = this.#deps;
    const until = clock.now() - config.trashMs;
    for (;;) {
      signal.throwIfAborted();
      const expired = await listTrashedUntil(database.reader, until, itemsAtOnce);
      const byOwner = Map.groupBy(expired, ({ ownerId }) => ownerId);
      for (const [ownerId, items] of byOwner)
        await this.#purgeTrashed(
          ownerId,
          items.map(({ id }) => id),
          until,
        );
      if (expired.length < itemsAtOnce) return;
    }
  }

  /** Returns false if the item is no longer trashed. */
  async #mark(tx: Tx, item: FileRow, counts: GatheredCounts): Promise<boolean> {
    if (item.state !== 'trashed') return false;
    // An item that was trashed with a folder above it is still counted there.
    if (item.ownState === 'alive') counts.out(item.parentRowId, item);
    await markPurging(tx, item.rowId);
    await dropTrashed(tx, item);
    this.#deps.changes.deleted(tx, item);
    return true;
  }

  #purgeTrashed(ownerId: number, ids: readonly string[], until: number): Promise<void> {
    return this.#deps.database.write(async (tx) => {
      await lockTree(tx, ownerId);
      const rowIds: number[] = [];
      await changeEach(tx, ids, async (item, counts) => {
        if (item === undefined || item.deletedAt === null || item.deletedAt > until) return;
        if (await this.#mark(tx, item, counts)) rowIds.push(item.rowId);
      });
      if (rowIds.length > 0) await this.#job.enqueue(tx, { rowIds });
    });
  }
}

function requirePurgeable(item: FileRow | undefined, ownerId: number): asserts item is FileRow {
  if (!mayDo(ownerId, item, 'delete')) throw fileNotFound();
  if (item.state === 'alive')
    throw new DomainError('not_in_trash', 'Only items in the trash can be permanently deleted. Trash it first.');
}

/** Repeatable. If some bytes cannot be deleted, all others are; a retry finds the rest through the folders. */
async function purgeMarked(
  { database, blobs, purgeListeners }: PurgeDeps,
  rowId: number,
  signal: AbortSignal,
): Promise<void> {
  const top = await findPurging(database.reader, rowId);
  if (top === undefined) return;
  const failures: unknown[] = [];
  const setPurgedInBatches = async (contents: readonly FileContents[]): Promise<void> => {
    signal.throwIfAborted();
    for (let from = 0; from < contents.length; from += rowsAtOnce) {
      const some = contents.slice(from, from + rowsAtOnce);
      await database.write(async (tx) => {
        await deleteChecksums(
          tx,
          some.flatMap(({ blobKeys }) => blobKeys),
        );
        const rowIds = some.map(({ rowId }) => rowId);
        for (const purged of await setPurged(tx, rowIds)) await dropPurged(tx, purged);
        for (const listen of purgeListeners) await listen(tx, rowIds);
      });
      await setImmediate();
      signal.throwIfAborted();
    }
  };
  const purgeFiles = async (files: readonly FileBytes[]): Promise<void> => {
    const contents = await contentsOf(database.reader, files);
    await setPurgedInBatches(await deleteBytes(blobs, contents, failures));
    // Gives up early if the disk does not work at all.
    if (failures.length >= mostFailures) throw failures[0];
  };

  const emptied: FileContents[] = [];
  if (top.isFolder) {
    for await (const folders of walkFolders(database.reader, top)) {
      for (const { rowId } of folders) emptied.push({ rowId, blobKeys: [] });
      for await (const files of filesIn(database.reader, folders, 'purging')) await purgeFiles(files);
    }
  } else {
    await purgeFiles([top]);
  }
  if (failures.length > 0) throw failures[0];
  // Deepest first, so that what remains after a crash can be reached from the top.
  await setPurgedInBatches(emptied.toReversed());
}

type FileBytes = Pick<FileRow, 'rowId' | 'blobKey' | 'thumbnailKey'>;

interface FileContents {
  readonly rowId: number;
  /** Keys of the current content, of all versions, and of their thumbnails. */
  readonly blobKeys: readonly string[];
}

async function contentsOf(reader: Reader, files: readonly FileBytes[]): Promise<FileContents[]> {
  const versions = Map.groupBy(
    await listVersionsOf(
      reader,
      files.map(({ rowId }) => rowId),
    ),
    ({ itemRowId }) => itemRowId,
  );
  return files.map((file) => ({
    rowId: file.rowId,
    blobKeys: [file, ...(versions.get(file.rowId) ?? [])]
      .flatMap(({ blobKey, thumbnailKey }) => [blobKey, thumbnailKey])
      .filter((key) => key !== null),
  }));
}

/** Returns the files whose bytes are deleted. */
async function deleteBytes(
  blobs: BlobStore,
  files: readonly FileContents[],
  failures: unknown[],
): Promise<FileContents[]> {
  const gone: FileContents[] = [];
  const next = files.values();
  const work = async (): Promise<void> => {
    for (const file of next) {
      try {
        for (const key of file.blobKeys) await blobs.delete(key);
        gone.push(file);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: deletionsAtOnce }, work));
  return gone;
}
