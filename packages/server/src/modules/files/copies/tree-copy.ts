import { foldName } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { isAdmitted } from '../../accounts/index.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import type { Thumbnails } from '../contents/thumbnail-jobs.ts';
import type { Versions } from '../contents/versions.ts';
import type { FileRow } from '../items/item-row.ts';
import { requireMatch } from '../items/precondition.ts';
import type { HeldBack } from '../quarantine/held-back.ts';
import type { NameSearch } from '../search/name-search.ts';
import { addToFolders, isWithin } from '../tree/ancestor-store.ts';
import { fileNotFound, isBelow, requireAlive, requireTarget } from '../tree/find-item.ts';
import { findChild } from '../tree/folder-store.ts';
import { nameConflict } from '../tree/folders.ts';
import { findFreeName } from '../tree/free-name.ts';
import { findFile, findItemAt, isAliveFolder, listTakenNames } from '../tree/item-store.ts';
import { releaseRoom, requireRoom, reserveRoom, storeBytes, type Room } from '../tree/storage-usage-store.ts';
import type {
  CopiedPage,
  CopiedTop,
  CopyOrder,
  CopyPlace,
  CopyTargetTree,
  IsLinkOpen,
  PendingFolder,
} from './copy-order.ts';
import {
  copyTerms,
  countAnnotations,
  insertCopies,
  listSources,
  shareContents,
  type CopyTarget,
  type NewCopy,
  type SourceRow,
} from './copy-store.ts';

export interface TreeCopyDeps extends Pick<Ports, 'clock' | 'random'> {
  readonly changes: ItemChanges;
  readonly search: NameSearch;
  readonly heldBack: Pick<HeldBack, 'isCopyable'>;
  readonly thumbnails: Thumbnails;
  readonly versions: Versions;
  readonly config: { readonly maxItems: number };
}

/** Rows per transaction, which then takes a few milliseconds. */
const rowsAtOnce = 100;

/**
 * Copies rows of items; a file and its copies share one content. Every step is a transaction of its own that leaves all counts
 * and sums right.
 */
export class TreeCopy {
  readonly #deps: TreeCopyDeps;
  #isLinkOpen: IsLinkOpen = async () => false;

  constructor(deps: TreeCopyDeps) {
    this.#deps = deps;
  }

  /** How copies through a link, of which this module knows nothing, ask whether it is open. */
  onLink(isOpen: IsLinkOpen): void {
    this.#isLinkOpen = isOpen;
  }

  /**
   * Call in every transaction of a copy. Throws `access_denied` once the account of who copies is disabled or suspended, and
   * `share_not_found` once the link through which is copied has ended, or has another password.
   */
  async requireGoingOn(tx: Tx, { userId, link }: Pick<CopyOrder, 'userId' | 'link'>): Promise<void> {
    if (!(await isAdmitted(tx, userId)))
      throw new DomainError('access_denied', 'The account that copies this was disabled.');
    if (link !== undefined && !(await this.#isLinkOpen(tx, link)))
      throw new DomainError('share_not_found', 'This link was closed before everything was copied.');
  }

  /**
   * Copies a file, or a folder without its content, under a free name, and reports neither: call `publish` once the copy is
   * complete. `items` are those of the whole copy: throws `storage_quota_exceeded` or `item_quota_exceeded` unless there is room.
   * Throws as well `file_not_found`, `folder_not_found`, `folder_cycle` and `file_quarantined`, before anything changes.
   */
  async copyTop(tx: Tx, order: CopyOrder, id: string, items: number): Promise<CopiedTop> {
    const { userId, parentId } = order;
    await this.requireGoingOn(tx, order);
    const source = await requireSource(tx, order, id);
    // Its rows are marked as those of contents that others name, too.
    requireTreeLock(tx, source.ownerId);
    requireMatch(order.ifMatch, source);
    const folder = await requireTarget(this.#deps, tx, userId, parentId);
    if (source.isFolder && (await isWithin(tx, folder.rowId, source.rowId)))
      throw new DomainError('folder_cycle', 'A folder cannot be copied into itself.');
    this.#requireCopyable(userId, source);
    if (source.isFolder) await this.#requireWhole(tx, order, { bytes: source.sizeBytes, items });
    const copy = await this.#insertOne(tx, order, source, { folderRowId: folder.rowId, name: source.name });
    return { ...copy, pending: source.isFolder ? wholeFolder(source.rowId, copy.rowId) : undefined };
  }

  /** Reports a complete copy, of a folder with all that is in it, unless it is no longer alive. */
  async publish(tx: Tx, rowId: number): Promise<void> {
    const item = await findItemAt(tx, rowId);
    if (item?.state === 'alive') this.#deps.changes.created(tx, item);
  }

  /** Copies some children of a folder. Drops the rest if the folder's copy is no longer alive. Throws as `requireGoingOn` does. */
  async copyPage(tx: Tx, order: CopyOrder, folder: PendingFolder): Promise<CopiedPage> {
    const dropped = { items: 0, pending: [], leftOut: [], isDropped: true };
    requireTreeLock(tx, order.ownerId);
    if (!(await isAliveFolder(tx, folder.targetRowId, order.ownerId))) return dropped;
    await this.requireGoingOn(tx, order);
    const sources = await listSources(tx, { ...folder, folderRowId: folder.sourceRowId, limit: rowsAtOnce });
    if (!(await this.#isAllowed(tx, order, folder, sources[0]))) return dropped;
    const { true: copyable = [], false: heldBack = [] } = Object.groupBy(
      sources,
      (source) => `${this.#deps.heldBack.isCopyable(order.userId, source)}` as const,
    );
    const leftOut = heldBack.map(({ id }) => id);
    const copied = await this.#insertAll(tx, order, folder.targetRowId, copyable);
    const last = sources.at(-1);
    const rest =
      last === undefined || sources.length < rowsAtOnce
        ? []
        : [{ ...folder, afterCreatedAt: last.createdAt, afterRowId: last.rowId }];
    const below = copied.filter(({ source }) => source.isFolder);
    return {
      items: copied.length,
      pending: [
        ...rest,
        ...below.map(({ source, rowId }) => ({ ...wholeFolder(source.rowId, rowId), untilRowId: folder.untilRowId })),
      ],
      leftOut,
      isDropped: false,
    };
  }

  #requireCopyable(userId: number, source: FileRow): void {
    if (this.#deps.heldBack.isCopyable(userId, source)) return;
    const why = source.quarantined ? 'is in quarantine' : 'has not passed a virus scan';
    throw new DomainError('file_quarantined', `This file ${why} and cannot be copied.`);
  }

  /** Whether who copies may still do it. Costs nothing in a tree of their own. */
  async #isAllowed(
    tx: Tx,
    { userId, ownerId, within }: CopyOrder,
    { sourceRowId, targetRowId }: PendingFolder,
    source: SourceRow | undefined,
  ): Promise<boolean> {
    if (source !== undefined) requireTreeLock(tx, source.ownerId);
    if (source !== undefined && within !== undefined) {
      if (!(await isWithinAny(tx, sourceRowId, within))) return false;
    } else if (source !== undefined && !mayDo(userId, { ownerId: source.ownerId }, 'read'))
      if (!mayDo(userId, await findItemAt(tx, sourceRowId, userId), 'read')) return false;
    return mayDo(userId, { ownerId }, 'add') || mayDo(userId, await findItemAt(tx, targetRowId, userId), 'add');
  }

  /**
   * Copies an alive file, or a folder without its content, to a place. A file that is there gets the content of a file
   * and keeps its id. A new item that is part of a larger copy is not reported. Call with the tree locked. Throws `name_conflict`
   * if the name is taken otherwise, `file_quarantined`, the refusals of the quota, and as `requireGoingOn` does. Returns items.row_id.
   */
  async copyItem(
    tx: Tx,
    order: CopyTargetTree,
    source: FileRow,
    { isPart, ...place }: CopyPlace & { readonly isPart: boolean },
  ): Promise<number> {
    await this.requireGoingOn(tx, order);
    this.#requireCopyable(order.userId, source);
    const child = await findChild(tx, place.folderRowId, place.name);
    const existing = child && (await findFile(tx, child.id));
    if (existing !== undefined) {
      if (existing.isFolder || source.isFolder) throw nameConflict();
      await this.#replace(tx, order, source, existing);
      return existing.rowId;
    }
    const { rowId } = await this.#insertOne(tx, order, source, place);
    if (!isPart) await this.publish(tx, rowId);
    return rowId;
  }

  async #replace(tx: Tx, order: CopyTargetTree, source: FileRow, existing: FileRow): Promise<void> {
    await this.#take(tx, order, { bytes: source.sizeBytes, files: 0, folders: 0 });
    await shareContents(tx, [source.rowId]);
    const { blobKey, sizeBytes, mimeType, sha256, crc32, thumbnailKey, scan, virus, modifiedAt } = source;
    if (blobKey === null) throw fileNotFound();
    // The file itself may be replaced by its own content.
    const replaced = existing.rowId === source.rowId ? { ...existing, isShared: true } : existing;
    const content = {
      blobKey,
      isShared: true,
      sizeBytes,
      mimeType,
      sha256,
      crc32,
      thumbnailKey,
      scan,
      virus,
      modifiedAt,
    };
    await this.#deps.versions.replace(tx, replaced, content);
    await this.#schedule(tx, order.ownerId, [{ source, rowId: existing.rowId }]);
  }

  /** Throws unless there is room for all that a folder has. */
  async #requireWhole(tx: Tx, { ownerId, planQuotaBytes, storageOf }: CopyOrder, room: Room): Promise<void> {
    const limits = { quotaBytes: planQuotaBytes, maxItems: this.#deps.config.maxItems };
    requireRoom(await reserveRoom(tx, ownerId, room, limits), storageOf);
    // Each step takes its part, so that a kill leaves nothing reserved.
    await releaseRoom(tx, ownerId, room);
  }

  async #insertOne(
    tx: Tx,
    order: CopyTargetTree,
    { rowId, isFolder, sizeBytes, mimeType, thumbnailKey, annotations }: FileRow,
    { folderRowId, name }: CopyPlace,
  ): Promise<{ readonly id: string; readonly rowId: number }> {
    const isAnnotated = annotations !== null;
    const source = { rowId, isFolder, sizeBytes, mimeType, thumbnailKey, isAnnotated, name, nameKey: foldName(name) };
    const [copy] = await this.#insertAll(tx, order, folderRowId, [source]);
    // Under the lock, the source was alive.
    if (copy === undefined) throw fileNotFound();
    return copy;
  }

  async #insertAll<Source extends Copyable>(
    tx: Tx,
    order: CopyTargetTree,
    folderRowId: number,
    sources: readonly Source[],
  ): Promise<{ readonly source: Source; readonly id: string; readonly rowId: number }[]> {
    if (sources.length === 0) return [];
    const { search } = this.#deps;
    const files = sources.filter(({ isFolder }) => !isFolder);
    const change = {
      files: files.length,
      folders: sources.length - files.length,
      bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    };
    const isShared = order.within !== undefined;
    const annotated = sources.filter(({ isAnnotated }) => isAnnotated && !isShared).map(({ rowId }) => rowId);
    const bytes = change.bytes + (await countAnnotations(tx, annotated));
    await this.#take(tx, order, { ...change, bytes });
    if (files.length > 0)
      await shareContents(
        tx,
        files.map(({ rowId }) => rowId),
      );
    const target = { ownerId: order.ownerId, folderRowId, isWithoutNotes: isShared };
    const copied = await this.#insertNamed(tx, target, sources);
    await copyTerms(
      tx,
      target,
      copied
        .filter(({ source }) => source.isAnnotated && !isShared)
        .map(({ source, rowId }) => ({ sourceRowId: source.rowId, rowId })),
    );
    await addToFolders(tx, folderRowId, change);
    search.changed(
      tx,
      order.ownerId,
      copied.map(({ rowId }) => rowId),
    );
    await this.#schedule(tx, order.ownerId, copied);
    return copied;
  }

  /** Copies whose name is taken get the next free one. */
  async #insertNamed<Source extends Copyable>(tx: Tx, target: CopyTarget, sources: readonly Source[]) {
    const { clock, random } = this.#deps;
    const now = clock.now();
    const newCopy = ({ rowId, name, nameKey }: Copyable): NewCopy => ({
      sourceRowId: rowId,
      id: random.uuid(),
      name,
      nameKey,
    });
    const copies = sources.map((source) => ({ source, ...newCopy(source) }));
    const rowIds = await insertCopies(tx, target, copies, now);
    for (const copy of copies) {
      if (rowIds.has(copy.id)) continue;
      const name = await findFreeName(copy.name, (names) => listTakenNames(tx, target.folderRowId, names));
      const inserted = await insertCopies(tx, target, [{ ...copy, name, nameKey: foldName(name) }], now);
      for (const [id, rowId] of inserted) rowIds.set(id, rowId);
    }
    return copies.map(({ source, id }) => {
      const rowId = rowIds.get(id);
      if (rowId === undefined) throw new Error('an item that is copied under the lock of its tree has gone');
      return { source, id, rowId };
    });
  }

  async #take(
    tx: Tx,
    { ownerId, planQuotaBytes, storageOf }: CopyTargetTree,
    change: { readonly bytes: number; readonly files: number; readonly folders: number },
  ): Promise<void> {
    const limits = { quotaBytes: planQuotaBytes, maxItems: this.#deps.config.maxItems };
    requireRoom(await storeBytes(tx, ownerId, change, limits), storageOf);
  }

  /** Thumbnails of images that have none yet. */
  async #schedule(
    tx: Tx,
    ownerId: number,
    copied: readonly {
      readonly source: Pick<Copyable, 'name' | 'mimeType' | 'thumbnailKey'>;
      readonly rowId: number;
    }[],
  ): Promise<void> {
    for (const { source, rowId } of copied)
      if (source.thumbnailKey === null && source.mimeType !== null)
        await this.#deps.thumbnails.schedule(tx, { rowId, ownerId, name: source.name, mimeType: source.mimeType });
  }
}

type Copyable = Omit<SourceRow, 'id' | 'ownerId' | 'quarantined' | 'scan' | 'createdAt'>;

/** Only items older than the copy are copied, and so nothing that the copying itself makes. */
const wholeFolder = (sourceRowId: number, targetRowId: number): PendingFolder => ({
  sourceRowId,
  targetRowId,
  afterCreatedAt: 0,
  afterRowId: 0,
  untilRowId: targetRowId,
});

/** An alive item that may be copied. Throws as if it did not exist otherwise. */
async function requireSource(tx: Tx, order: CopyOrder, id: string): Promise<FileRow> {
  const { userId, within } = order;
  if (within === undefined) {
    const source = requireAlive(await findFile(tx, id, userId), userId);
    await requireBelow(tx, order, id);
    return source;
  }
  const source = await findFile(tx, id);
  if (source?.state !== 'alive') throw fileNotFound();
  const isShared = within.includes(source.rowId) || (await isWithinAny(tx, source.parentRowId, within));
  if (!isShared) throw fileNotFound();
  return source;
}

async function isWithinAny(tx: Tx, folderRowId: number, rowIds: readonly number[]): Promise<boolean> {
  for (const rowId of rowIds) if (await isWithin(tx, folderRowId, rowId)) return true;
  return false;
}

async function requireBelow(tx: Tx, { userId, rootId }: CopyOrder, id: string): Promise<void> {
  if (rootId !== null && !(await isBelow(tx, userId, rootId, id))) throw fileNotFound();
}
