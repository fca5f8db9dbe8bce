import { setImmediate } from 'node:timers/promises';
import { hourMs, secondMs } from '@drive/base';
import type { BatchFailure } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { mayDo, requireMay } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import type { DroppedContents } from '../contents/dropped-contents.ts';
import type { FileRow } from '../items/item-row.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { filesIn, walkFolders } from '../tree/descendants.ts';
import { fileNotFound } from '../tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from '../tree/folder-rollup.ts';
import { findFolder, type FolderRow } from '../tree/folder-store.ts';
import type { ItemsRead } from '../tree/item-batch-store.ts';
import { changeInBatches, changeTogether, type ChangedItems, type ItemChange, type Judge } from '../tree/item-batch.ts';
import { findFile, findItemAt, listOwnersOf } from '../tree/item-store.ts';
import { lockTree } from '../tree/root-folder.ts';
import { addTrashBytes, dropPurged } from '../tree/storage-usage-store.ts';
import { listTrashedIds } from './trash-listing-store.ts';
import { listInRoot, listPurging, listTrashedUntil, markPurging, setPurged } from './trash-store.ts';
import { withTimeOf } from './trash.ts';

export type PurgeDeps = Pick<Ports, 'database' | 'clock' | 'jobs'> & {
  readonly changes: ItemChanges;
  readonly contents: DroppedContents;
  readonly purgeListeners: readonly PurgeListener[];
  readonly config: {
    /** Items are purged after this time in the trash (DRIVE_TRASH_RETENTION_DAYS); 0: never. */
    readonly trashMs: number;
    readonly sweepMs: number;
  };
};

/** Runs in a transaction that purges items (items.row_id), before it does. It may run again for the same. */
export type PurgeListener = (tx: Tx, rowIds: readonly number[]) => Promise<void>;

/** Per transaction, which then takes a few milliseconds. */
const itemsAtOnce = 16;
const rowsAtOnce = 32;
const longestPauseMs = hourMs;

/** Three repeatable steps: a transaction marks the row; a job empties it and those in it; `DroppedContents` deletes their bytes. */
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
        const marked = await listPurging(deps.database, rowIds);
        const files = marked.filter(({ isFolder }) => !isFolder).map(({ rowId }) => rowId);
        const steps = marked
          .filter(({ isFolder }) => isFolder)
          .map((folder) => () => purgeFolder(deps, folder, signal));
        for (const step of [() => purgeMarked(deps, files, signal), ...steps])
          await step().catch((error: unknown) => {
            signal.throwIfAborted();
            failures.push(error);
          });
        if (failures.length > 0) throw failures[0];
      },
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
      const before = item.state === 'alive' ? { ...item, state: 'trashed' as const } : item;
      const after = judgePurge(before);
      if (after === before) continue;
      await this.#mark(tx, [{ before, after }], counts);
      await counts.write(tx);
      marked.push(rowId);
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
  purgeItem(userId: number, id: string): Promise<void> {
    return changeTrees(this.#deps.database, userId, async (tx) => {
      const before = await findFile(tx, id, userId);
      requirePurgeable(before, userId);
      const after = judgePurge(before);
      if (after === before) return;
      const counts = gatherCounts();
      await this.#mark(tx, [{ before, after }], counts);
      await counts.write(tx);
      await this.#job.enqueue(tx, { rowIds: [before.rowId] });
    });
  }

  /** Purges each item of the trash independently of the others. Returns the items as they were. */
  purgeItems(userId: number, ids: readonly string[]): Promise<ChangedItems> {
    return changeInBatches(this.#deps.database, userId, ids, async (tx, some) => {
      const updated: FileRow[] = [];
      const failed = await this.#purgeTogether(tx, userId, some, ({ folders }) => (item) => {
        requirePurgeable(item, userId);
        updated.push(withTimeOf(item, folders));
        return judgePurge(item);
      });
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
    if (config.trashMs === 0) return;
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

  async #mark(tx: Tx, items: readonly ItemChange[], counts: GatheredCounts): Promise<void> {
    const rowIds = items.map(({ before }) => before.rowId);
    await markPurging(tx, this.#deps.database.dialect, rowIds);
    for (const { before } of items) {
      // An item that was trashed with a folder above it is still counted there.
      if (before.ownState === 'alive') counts.out(before.parentRowId, before);
      counts.purged(before);
      this.#deps.changes.deleted(tx, before);
    }
  }

  async #purgeTogether(
    tx: Tx,
    userId: number,
    ids: readonly string[],
    prepare: (read: ItemsRead) => Judge,
  ): Promise<readonly BatchFailure[]> {
    const { dialect } = this.#deps.database;
    const { changes, failed } = await changeTogether(tx, { dialect, userId }, ids, {
      prepare,
      write: (items, counts) => this.#mark(tx, items, counts),
    });
    const rowIds = changes.filter(({ before, after }) => before !== after).map(({ before }) => before.rowId);
    if (rowIds.length > 0) await this.#job.enqueue(tx, { rowIds });
    return failed;
  }

  #purgeTrashed(ownerId: number, ids: readonly string[], until: number): Promise<void> {
    return this.#deps.database.write(async (tx) => {
      await lockTree(tx, ownerId);
      await this.#purgeTogether(tx, ownerId, ids, () => (item) => {
        requirePurgeable(item, ownerId);
        return item.deletedAt === null || item.deletedAt > until ? item : judgePurge(item);
      });
    });
  }
}

/** The item itself if it is no longer trashed. */
const judgePurge = (item: FileRow): FileRow => (item.state === 'trashed' ? { ...item, state: 'purging' } : item);

function requirePurgeable(item: FileRow | undefined, userId: number): asserts item is FileRow {
  requireMay(userId, item, 'delete', fileNotFound);
  if (item.state === 'alive')
    throw new DomainError('not_in_trash', 'Only items in the trash can be permanently deleted. Trash it first.');
}

/** Repeatable. */
async function purgeMarked(
  { database, contents, purgeListeners }: PurgeDeps,
  rowIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < rowIds.length; from += rowsAtOnce) {
    const some = rowIds.slice(from, from + rowsAtOnce);
    const [ownerId] = await listOwnersOf(database.reader, some);
    if (ownerId !== undefined)
      await changeTrees(database, ownerId, async (tx) => {
        // A move to another owner counts the same rows and versions.
        for (const each of await listOwnersOf(tx, some)) requireTreeLock(tx, each);
        for (const listen of purgeListeners) await listen(tx, some);
        const { purged, keys } = await setPurged(tx, some);
        await contents.add(tx, keys);
        for (const each of purged) await dropPurged(tx, each);
      });
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Repeatable. */
async function purgeFolder(deps: PurgeDeps, top: FolderRow, signal: AbortSignal): Promise<void> {
  const { reader } = deps.database;
  const emptied: number[] = [];
  for await (const folders of walkFolders(reader, top)) {
    for (const folder of folders) emptied.push(folder.rowId);
    for await (const files of filesIn(reader, folders, 'purging'))
      await purgeMarked(
        deps,
        files.map((file) => file.rowId),
        signal,
      );
  }
  // Deepest first, so that what remains after a crash can be reached from the top.
  await purgeMarked(deps, emptied.toReversed(), signal);
}
