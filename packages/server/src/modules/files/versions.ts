import { hourMs, secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RowBatch } from '../../platform/db/delete-in-batches.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { resizeFolders } from './folder-rollup.ts';
import type { FileRow } from './item-row.ts';
import type { NameSearch } from './search/name-search.ts';
import { dropStoredBytes } from './storage-usage.ts';
import {
  countVersions,
  deleteExcess,
  deleteReplacedUntil,
  keepAsVersion,
  setContent,
  type Content,
  type VersionRow,
} from './version-store.ts';

export type VersionsDeps = Pick<Ports, 'database' | 'blobs' | 'clock' | 'jobs'> & {
  readonly search: NameSearch;
  readonly config: {
    /** Versions kept per file; 0: none. */
    readonly versionsKeep: number;
    /** How long a version is kept; 0: none is. */
    readonly versionsMs: number;
    readonly sweepMs: number;
  };
};

/** Previous contents of files. */
export interface Versions {
  /**
   * Replaces the content of an alive file, whose bytes are counted as stored already; the old one becomes a version. Requires
   * the lock of the tree.
   */
  replace(tx: Tx, file: FileRow, content: Content): Promise<void>;
}

const longestPauseMs = hourMs;

export function createVersions(deps: VersionsDeps): Versions {
  const { blobs, clock, jobs, search, config } = deps;
  const keep = config.versionsMs === 0 ? 0 : config.versionsKeep;

  const deletion = jobs.define<{ readonly blobKeys: readonly string[] }>({
    type: 'files.versions.bytes',
    concurrency: 1,
    run: async ({ blobKeys }, { signal }) => {
      for (const key of blobKeys) {
        signal.throwIfAborted();
        await blobs.delete(key);
      }
    },
    // Never gives up: the bytes must go once the disk works again.
    retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, longestPauseMs),
  });

  /** For rows that were deleted in this transaction: no longer counts their bytes, and deletes these after it. */
  const drop = async (tx: Tx, removed: readonly Dropped[]): Promise<void> => {
    if (removed.length === 0) return;
    const byOwner = [...Map.groupBy(removed, ({ ownerId }) => ownerId)].toSorted(([a], [b]) => a - b);
    for (const [ownerId, dropped] of byOwner)
      await dropStoredBytes(
        tx,
        ownerId,
        dropped.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      );
    const blobKeys = removed.flatMap(({ blobKey, thumbnailKey }) =>
      thumbnailKey === null ? [blobKey] : [blobKey, thumbnailKey],
    );
    await deletion.enqueue(tx, { blobKeys });
  };

  const expired =
    (until: number): RowBatch =>
    async (tx, limit) => {
      const removed = await deleteReplacedUntil(tx, until, limit);
      await drop(tx, removed);
      return removed.length;
    };

  // Every replacement leaves `keep` versions at most. More are there only if the setting was larger before this start.
  let checkedTo: number | undefined = 0;
  const excess: RowBatch = async (tx, limit) => {
    if (checkedTo === undefined) return 0;
    const files = await countVersions(tx, { after: checkedTo, limit });
    for (const { itemRowId, count } of files) if (count > keep) await drop(tx, await deleteExcess(tx, itemRowId, keep));
    const last = files.length < limit ? undefined : files.at(-1)?.itemRowId;
    tx.afterCommit(() => {
      checkedTo = last;
    });
    return files.length;
  };

  jobs.sweep('files.versions', config.sweepMs, (now) => [expired(now - config.versionsMs), excess]);

  return {
    replace: async (tx, file, content) => {
      const now = clock.now();
      const { blobKey, rowId, ownerId } = file;
      if (blobKey === null) throw new Error('an alive file has no bytes');
      if (keep > 0) await keepAsVersion(tx, file, blobKey, now);
      await setContent(tx, rowId, content, now);
      await resizeFolders(tx, file.parentRowId, content.sizeBytes - file.sizeBytes);
      await drop(tx, keep > 0 ? await deleteExcess(tx, rowId, keep) : [{ ...file, blobKey }]);
      search.changed(tx, ownerId, [rowId]);
    },
  };
}

type Dropped = Pick<VersionRow, 'ownerId' | 'blobKey' | 'thumbnailKey' | 'sizeBytes'>;
