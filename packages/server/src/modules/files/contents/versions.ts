import { isoTime, optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { DeletedVersions, FileVersion, FileVersionPage } from '@drive/contract';
import type { RowBatch, Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import type { FileRow } from '../items/item-row.ts';
import { requireMatch } from '../items/precondition.ts';
import type { Scans } from '../quarantine/scan-jobs.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { fileNotFound, requireItem, requireToChange } from '../tree/find-item.ts';
import { resizeFolders } from '../tree/folder-rollup.ts';
import { lockTree } from '../tree/root-folder.ts';
import { dropStoredBytes } from '../tree/storage-usage-store.ts';
import type { DroppedContents } from './dropped-contents.ts';
import { requireVersionNumber, versionNotFound } from './file-contents.ts';
import type { Thumbnails } from './thumbnail-jobs.ts';
import {
  countVersions,
  countVersionsOf,
  deleteExcess,
  deleteReplacedUntil,
  deleteVersion,
  deleteVersionsOf,
  keepAsVersion,
  listOwnersReplacedUntil,
  listVersions,
  setContent,
  type Content,
  type VersionRow,
} from './version-store.ts';

export type VersionsDeps = Pick<Ports, 'database' | 'clock' | 'jobs'> & {
  readonly changes: ItemChanges;
  readonly contents: DroppedContents;
  readonly thumbnails: Thumbnails;
  readonly scans: Scans;
  readonly config: {
    /** Versions kept per file; 0: none. */
    readonly versionsKeep: number;
    /** How long a version is kept; 0: none is. */
    readonly versionsMs: number;
    readonly sweepMs: number;
  };
};

export class Versions {
  readonly #deps: VersionsDeps;
  /** Every replacement leaves at most `#keep` versions. More exist only if the setting was larger before. */
  #checkedTo: number | undefined = 0;
  /** `#keep` at that check, which begins anew when it has become less. */
  #checkedFor = Infinity;

  constructor(deps: VersionsDeps) {
    this.#deps = deps;
    deps.jobs.sweep('files.versions', deps.config.sweepMs, (now) => [
      this.#expired(now - deps.config.versionsMs),
      (tx, limit) => this.#excess(tx, limit),
    ]);
  }

  /** The bytes are counted as stored already; the old content becomes a version. Requires the tree lock. */
  async replace(tx: Tx, file: FileRow, content: Content): Promise<void> {
    await this.#setCurrent(tx, file, content, { keepsOld: this.#keep > 0 });
    await this.#drop(tx, await deleteExcess(tx, file, this.#keep));
  }

  /** One page of the versions of a file, newest first. Throws `file_not_found`. */
  async list(userId: number, id: string, page: PageRequest): Promise<FileVersionPage> {
    const { reader } = this.#deps.database;
    const { rowId } = requireContent(await requireItem(reader, userId, id));
    const totalItems = await countVersionsOf(reader, rowId);
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => listVersions(reader, rowId, slice),
      ({ version }) => [version],
    );
    return { versions: rows.map(toFileVersion), pagination: paginationOf(page, totalItems, nextCursor) };
  }

  /**
   * Makes a version the content of its file; the current content becomes a version. `ifMatch` is the header If-Match. Throws as
   * `remove` does.
   */
  restore(userId: number, id: string, number: string, ifMatch?: string): Promise<FileRow> {
    const { database, thumbnails, scans } = this.#deps;
    return changeTrees(database, userId, async (tx) => {
      const file = requireContent(await requireToChange(tx, userId, id, 'write'));
      requireMatch(ifMatch, file);
      const version = await deleteVersion(tx, file.rowId, requireVersionNumber(number));
      if (version === undefined) throw versionNotFound();
      // The old content becomes a version with any settings, because the restored one was one.
      await this.#setCurrent(tx, file, version, { keepsOld: true });
      const mimeType = version.mimeType ?? '';
      if (version.thumbnailKey === null) await thumbnails.schedule(tx, { ...file, mimeType });
      await scans.restored(tx, file, version);
      return requireItem(tx, userId, id);
    });
  }

  /** Throws `file_not_found` if the user reaches no such alive file, `version_not_found` if it has no such version. */
  remove(userId: number, id: string, number: string): Promise<void> {
    return changeTrees(this.#deps.database, userId, async (tx) => {
      const file = requireContent(await requireToChange(tx, userId, id, 'delete'));
      const version = await deleteVersion(tx, file.rowId, requireVersionNumber(number));
      if (version === undefined) throw versionNotFound();
      await this.#drop(tx, [version]);
    });
  }

  /** Deletes all versions of a file, and keeps its content. Throws `file_not_found` as `remove` does. */
  removeAll(userId: number, id: string): Promise<DeletedVersions> {
    return changeTrees(this.#deps.database, userId, async (tx) => {
      const file = requireContent(await requireToChange(tx, userId, id, 'delete'));
      const removed = await deleteVersionsOf(tx, [file.rowId]);
      await this.#drop(tx, removed);
      return { versions: removed.length, bytes: removed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
    });
  }

  /** For rows that were deleted in this transaction: no longer counts their bytes, which are deleted after it. */
  async #drop(tx: Tx, removed: readonly Dropped[]): Promise<void> {
    if (removed.length === 0) return;
    const byOwner = [...Map.groupBy(removed, ({ ownerId }) => ownerId)].toSorted(([a], [b]) => a - b);
    for (const [ownerId, dropped] of byOwner)
      await dropStoredBytes(
        tx,
        ownerId,
        dropped.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      );
    const keys = removed.flatMap(({ blobKey, thumbnailKey }) =>
      thumbnailKey === null ? [blobKey] : [blobKey, thumbnailKey],
    );
    await this.#deps.contents.add(tx, keys);
  }

  /** One owner in each transaction, which waits for no tree while it has locked another. */
  #expired(until: number): RowBatch {
    return async (tx, limit) => {
      const owners = await listOwnersReplacedUntil(tx, until, limit);
      const [ownerId] = owners;
      if (ownerId === undefined) return 0;
      await lockTree(tx, ownerId);
      await this.#drop(tx, await deleteReplacedUntil(tx, ownerId, until, limit));
      return new Set(owners).size === 1 ? owners.length : limit;
    };
  }

  get #keep(): number {
    const { versionsMs, versionsKeep } = this.#deps.config;
    return versionsMs === 0 ? 0 : versionsKeep;
  }

  async #excess(tx: Tx, limit: number): Promise<number> {
    if (this.#keep < this.#checkedFor) this.#checkedTo = 0;
    this.#checkedFor = this.#keep;
    if (this.#checkedTo === undefined) return 0;
    const files = await countVersions(tx, { after: this.#checkedTo, limit });
    const excess = files.filter(({ count }) => count > this.#keep);
    const [next] = Map.groupBy(excess, ({ ownerId }) => ownerId);
    if (next !== undefined) {
      const [ownerId, some] = next;
      await lockTree(tx, ownerId);
      for (const file of some) await this.#drop(tx, await deleteExcess(tx, file, this.#keep));
      // Files of other owners are found again by the next transaction, which `limit` asks for.
      return limit;
    }
    const last = files.length < limit ? undefined : files.at(-1)?.rowId;
    tx.afterCommit(() => {
      this.#checkedTo = last;
    });
    return files.length;
  }

  async #setCurrent(tx: Tx, file: FileRow, content: Content, { keepsOld }: { keepsOld: boolean }) {
    const { clock, changes } = this.#deps;
    const now = clock.now();
    const { blobKey, rowId } = file;
    if (blobKey === null) throw new Error('an alive file has no bytes');
    if (keepsOld) await keepAsVersion(tx, { ...file, blobKey }, now);
    else await this.#drop(tx, [{ ...file, blobKey }]);
    await setContent(tx, rowId, content, now);
    await resizeFolders(tx, file.parentRowId, content.sizeBytes - file.sizeBytes);
    const { sizeBytes, mimeType, sha256 } = content;
    changes.replaced(tx, { ...file, sizeBytes, mimeType, sha256, version: file.version + 1 });
  }
}

function requireContent(item: FileRow): FileRow {
  if (item.isFolder) throw fileNotFound();
  return item;
}

const toFileVersion = (row: VersionRow): FileVersion => ({
  version: row.version,
  size: row.sizeBytes,
  mimeType: row.mimeType ?? 'application/octet-stream',
  sha256: row.sha256,
  modifiedAt: optionalIsoTime(row.modifiedAt),
  uploadedAt: isoTime(row.uploadedAt),
  replacedAt: isoTime(row.replacedAt),
});

type Dropped = Pick<VersionRow, 'ownerId' | 'blobKey' | 'thumbnailKey' | 'sizeBytes'>;
