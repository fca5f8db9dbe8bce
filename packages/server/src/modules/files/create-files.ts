import type { ItemPage, OnConflict } from '@drive/contract';
import type { Router } from '@drive/http-api';
import type { ItemBudget } from '@drive/rate-limits';
import { mayDo, type Action } from '../../platform/access/index.ts';
import { deleteInBatches, type Reader, type Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants } from '../access/index.ts';
import type { Plan } from '../accounts/index.ts';
import { starsOf } from './annotations/annotation-store.ts';
import { ItemChanges } from './changes/item-changes.ts';
import { requireTreeLock } from './changes/tree-lock.ts';
import { addFile, requireReplaceable, type AddedFile, type FileToAdd } from './contents/add-file.ts';
import { createContentChecksums, type ContentChecksums } from './contents/content-checksums.ts';
import { DroppedContents, type DroppedContentsDeps } from './contents/dropped-contents.ts';
import { findFileOfEnabled, findPublicFile } from './contents/enabled-file-store.ts';
import { findContent, listContents, requireFileVersion, type WantedContent } from './contents/file-contents.ts';
import { OwnThumbnails } from './contents/own-thumbnails.ts';
import { createSumJobs } from './contents/sum-jobs.ts';
import { createThumbnails } from './contents/thumbnail-jobs.ts';
import { Versions, type VersionsDeps } from './contents/versions.ts';
import { Copies } from './copies/copies.ts';
import { CopyOperations } from './copies/copy-operations.ts';
import { TreeCopy } from './copies/tree-copy.ts';
import { mountFiles } from './file-routes.ts';
import type { FileRow } from './items/item-row.ts';
import { ItemViews } from './items/item-views.ts';
import { createToItem, type ShownThrough, type ToItem } from './items/item.ts';
import { requirePrecondition, type Precondition } from './items/precondition.ts';
import { PublicUrls, type PublicUrlDeps } from './items/public-url.ts';
import { createThumbnailUrl, type ThumbnailUrl } from './items/url-token.ts';
import { listCurrentItems } from './listing/current-items-store.ts';
import type { ListingRequest } from './listing/listing-request.ts';
import { listItems } from './listing/listing.ts';
import { placeLocked } from './move-items.ts';
import { createHeldBack, type HeldBack } from './quarantine/held-back.ts';
import { decideQuarantine, type QuarantineChange, type QuarantineOutcome } from './quarantine/quarantine.ts';
import { Scans, type ScansDeps } from './quarantine/scan-jobs.ts';
import { replaceByMove } from './replace-by-move.ts';
import { oldNameChanges } from './search/name-change-store.ts';
import type { NameSearch } from './search/name-search.ts';
import { Purge, type PurgeDeps, type PurgeListener } from './trash/purge.ts';
import { trashLocked } from './trash/trash.ts';
import { isWithin } from './tree/ancestor-store.ts';
import { changeTrees } from './tree/change-trees.ts';
import { childrenOfFolder, filesDirectlyIn, treeBelow, type EmptyFolder, type FileBelow } from './tree/descendants.ts';
import { findBelow, requireFolder, requireOwnFolder, requireTarget, type PathRoot } from './tree/find-item.ts';
import {
  findAccessTarget,
  findChild,
  findFolder,
  findFolderAt,
  findFolderAtFor,
  type AccessTarget,
  type FolderFor,
} from './tree/folder-store.ts';
import { addFolderLocked, addNamedFolder, addUnnamedFolder, type FolderDeps } from './tree/folders.ts';
import { ensurePlace, findAtPath, type ItemAtPath, type ItemPath, type PlaceAtPath } from './tree/item-path.ts';
import {
  countDownload,
  countDownloads,
  findFile,
  keepSums,
  listFiles,
  listPath,
  setModifiedAt,
  isAliveFolder,
} from './tree/item-store.ts';
import { ItemWork } from './tree/item-work.ts';
import { ensureRoot, lockTree } from './tree/root-folder.ts';
import {
  dropStoredBytes,
  findUsage,
  releaseRoom,
  reserveRoom,
  storeBytes,
  type Room,
  type RoomTaken,
  type Usage,
} from './tree/storage-usage-store.ts';
import { TreeQuotas, type Planned, type TreeQuota } from './tree/tree-quota-store.ts';

export type FilesDeps = Pick<
  Ports,
  | 'baseUrl'
  | 'database'
  | 'clock'
  | 'random'
  | 'secrets'
  | 'blobs'
  | 'images'
  | 'pictures'
  | 'events'
  | 'jobs'
  | 'log'
  | 'metrics'
> & {
  readonly scanner: ScansDeps['scanner'];
  readonly onVirus: ScansDeps['onVirus'];
  readonly search: NameSearch;
  readonly itemBudget: ItemBudget;
  /** null: none. */
  readonly planQuotaBytes: (plan: Plan) => number | null;
  readonly config: FolderDeps['config'] &
    PurgeDeps['config'] &
    DroppedContentsDeps['config'] &
    VersionsDeps['config'] &
    PublicUrlDeps['config'] &
    Parameters<typeof createHeldBack>[0];
};

/** A folder as a user has access to it. */
export type FolderAccess = Pick<FolderFor, 'rowId' | 'ownerId' | 'given' | 'isRoot'>;

/** The tree, as the modules above it use it. Owners are owners.row_id, row ids those of items. */
export interface Files extends HeldBack {
  ensureRoot(tx: Tx, ownerId: number): Promise<number>;
  /** Runs a change in a transaction with the tree of the user locked, and again with others that it turns out to change. */
  changeTrees<T>(
    userId: number,
    work: (tx: Tx, locked: ReadonlySet<number>) => Promise<T>,
    options?: { readonly sharesCommit?: boolean },
  ): Promise<T>;
  /** The folder to which a user adds something, null for their own root, with its tree locked. Call in `changeTrees`. */
  requireTarget(tx: Tx, userId: number, folderId: string | null, action?: Action): Promise<FolderAccess>;
  /** An alive folder in which a user may do this. Throws `folder_not_found` and `access_denied`. */
  requireFolder(reader: Reader, userId: number, folderId: string, action: Action): Promise<FolderAccess>;
  /** Whether a user may still add to an alive folder (items.row_id), and replace what is in it. */
  findAdding(
    reader: Reader,
    userId: number,
    folderRowId: number,
  ): Promise<{ readonly mayAdd: boolean; readonly mayReplace: boolean }>;
  /** Throws unless the transaction has the lock of the owner's tree: `changeTrees` then begins it again. */
  requireLocked(tx: Tx, ownerId: number): void;
  /** An alive item of any owner, or the root of a team drive, with what a user was given on it. */
  findAccessTarget(reader: Reader, userId: number, id: string): Promise<AccessTarget | undefined>;
  /** What limits the tree of an owner in which a caller stores something. */
  quotaOf(reader: Reader, caller: Planned, ownerId: number): Promise<TreeQuota>;
  /** An alive folder of the owner; null means the root, which is undefined until the owner first put something there. */
  findFolder(reader: Reader, ownerId: number, folderId: string | null): Promise<{ readonly rowId: number } | undefined>;
  /** Like `findFolder`. Throws `folder_not_found`, and `access_denied` for a folder of others in which the user has a role. */
  requireOwnFolder(reader: Reader, userId: number, folderId: string): Promise<{ readonly rowId: number }>;
  /** The alive item at a path. */
  findAtPath(reader: Reader, root: PathRoot, path: ItemPath): Promise<ItemAtPath>;
  /** Creates missing folders. Locks the owner's tree. Throws `name_conflict` if the path leads through a file. */
  ensurePlace(tx: Tx, root: PathRoot, path: ItemPath, action?: Action): Promise<PlaceAtPath>;
  addUnnamedFolder(tx: Tx, ownerId: number): Promise<number>;
  /** Call before any row of the owner's tree changes; held until the transaction ends. */
  lockTree(tx: Tx, ownerId: number): Promise<void>;
  isAliveFolder(reader: Reader, rowId: number): Promise<boolean>;
  /** Adds a folder to another of the owner. Call with the tree locked. Throws `name_conflict`. Returns items.row_id. */
  addFolder(
    tx: Tx,
    folder: { readonly ownerId: number; readonly folderRowId: number; readonly name: string },
  ): Promise<number>;
  /** Call with the tree locked. Throws `name_conflict` and `folder_cycle` before it changes anything. */
  place(
    tx: Tx,
    ownerId: number,
    id: string,
    place: { readonly folderRowId: number; readonly name: string },
  ): Promise<void>;
  /**
   * Replaces the content of a file by that of another; the replaced file keeps its id and links and gets a version, the
   * moved file is purged. Returns false without a change if one of the two is a folder, or if links, versions, metadata
   * or a quarantine of the moved file would be lost. Call with the tree locked.
   */
  replaceByMove(tx: Tx, moved: FileRow, replaced: FileRow): Promise<boolean>;
  trash(tx: Tx, ownerId: number, id: string): Promise<void>;
  /** items.id of a new folder in the owner's root. If the name is taken, the folder gets the next free one. */
  addNamedFolder(tx: Tx, ownerId: number, name: string): Promise<string>;
  /**
   * `no bytes` or `no items` without a change if it exceeds the quota (the owner's own, else `quotaBytes` of their plan, null:
   * none) or DRIVE_USER_MAX_ITEMS.
   */
  reserveRoom(tx: Tx, ownerId: number, room: Room, quotaBytes: number | null): Promise<RoomTaken>;
  /** Returns reserved bytes that were never stored. */
  releaseRoom(tx: Tx, ownerId: number, room: Room): Promise<void>;
  /** Counts bytes that are stored elsewhere than in files. Takes room as `reserveRoom` does. */
  storeBytes(tx: Tx, ownerId: number, bytes: number, quotaBytes: number | null): Promise<RoomTaken>;
  /** Undoes `storeBytes`. */
  dropStoredBytes(tx: Tx, ownerId: number, bytes: number): Promise<void>;
  /**
   * Adds a file with its bytes to the tree and turns its reserved bytes into stored ones. `onConflict` decides if the
   * folder contains an item of its name: a taken name becomes `name (1).ext`; or the bytes replace the content of the
   * file, which becomes a version; or `name_conflict` is thrown, as always for a folder. Throws `precondition_failed`
   * if the precondition does not hold. A file whose folder is no longer alive goes to the root, where it replaces
   * nothing. Bytes that were not reserved are checked against the quota: throws `storage_quota_exceeded`.
   */
  addFile(tx: Tx, file: FileToAdd): Promise<AddedFile>;
  copyItem: TreeCopy['copyItem'];
  /** Reports a copy whose items were parts of it, once it is complete. */
  reportCopy: TreeCopy['publish'];
  /** items.id of the file whose content `addFile` would replace now. Throws `name_conflict` and `precondition_failed` if `addFile` would. */
  findReplaced(
    reader: Reader,
    file: Pick<FileToAdd, 'folderRowId' | 'name'> & {
      readonly onConflict: OnConflict;
      readonly precondition: Precondition | null;
    },
  ): Promise<string | undefined>;
  /** Any owner's item in any state. `userId`: with what this user was given on it, which `mayDo` asks for. */
  findFile(reader: Reader, id: string, userId?: number): Promise<FileRow | undefined>;
  /** Like `findFile`; undefined if the owner is disabled. */
  findFileOfEnabled(reader: Reader, id: string): Promise<FileRow | undefined>;
  /** The file that a share of its own opens to everybody (`publicUrls`), if its owner is enabled. */
  findPublicFile(reader: Reader, shareToken: string): Promise<FileRow | undefined>;
  /** Any owner's items in any state, in no certain order, without those that do not exist. At most some hundred ids. */
  listFiles(reader: Reader, ids: readonly string[], userId?: number): Promise<FileRow[]>;
  /** The file with the content that a signed URL names, current or a version; undefined if that is deleted. */
  findContent(reader: Reader, file: FileRow, tag: string): Promise<FileRow | undefined>;
  /** The file with the content of a version by its number, as text. Throws `version_not_found`. */
  requireFileVersion(reader: Reader, file: FileRow, version: string): Promise<FileRow>;
  /** Like `listFiles`, each with the content of a key, current or a version, in the given order. */
  listContents(reader: Reader, wanted: readonly WantedContent[], userId?: number): Promise<(FileRow | undefined)[]>;
  /**
   * The owner's items with these ids that are not purged, by their ids, also those in the trash. `folderId`: only those below that
   * folder. Any number, by two statements.
   */
  listCurrent(
    reader: Reader,
    ownerId: number,
    wanted: { readonly ids: readonly string[]; readonly folderId: string | null },
  ): Promise<ReadonlyMap<string, FileRow>>;
  /** The item's folders from the root down, and the item; empty if there is none. */
  listPath(reader: Reader, id: string, userId?: number): Promise<FileRow[]>;
  /** The alive item that these names lead to from a folder (items.row_id); undefined if there is none. At least one name, in NFC. */
  findBelow(reader: Reader, folderRowId: number, names: readonly string[]): Promise<FileRow | undefined>;
  /** Everything directly in an alive folder (items.row_id), folders first, in small batches of at most `limit`. */
  childrenOf(reader: Reader, folderRowId: number, limit?: number): AsyncIterable<readonly FileRow[]>;
  findUsage(reader: Reader, ownerId: number): Promise<Usage>;
  isWithin(reader: Reader, folderRowId: number, otherRowId: number): Promise<boolean>;
  /** Every file and every empty folder in an alive folder, however deep, in small batches. */
  treeBelow(reader: Reader, folderRowId: number): AsyncIterable<readonly (FileBelow | EmptyFolder)[]>;
  countFilesIn(reader: Reader, folderRowId: number): Promise<number>;
  filesIn(reader: Reader, folderRowId: number): AsyncIterable<readonly FileRow[]>;
  /** An alive folder of the owner (`folder_not_found`), or files with `q` in their names; `through`: as visitors see it. */
  list(request: ListingRequest, through?: ShownThrough): Promise<ItemPage>;
  /**
   * Quarantines any owner's file or releases it, as an administrator decides. undefined if there is no such file; throws
   * `file_purged` if it is purged.
   */
  decideQuarantine(tx: Tx, id: string, change: QuarantineChange): Promise<QuarantineOutcome | undefined>;
  countDownload(tx: Tx, rowId: number, times?: number): Promise<void>;
  /** Counts one download of each, by items.id. At most some hundred. */
  countDownloads(tx: Tx, ids: readonly string[]): Promise<void>;
  readonly checksums: ContentChecksums;
  keepSums: typeof keepSums;
  /** Also of the root (items.row_id), which has no events. */
  setModifiedAt(tx: Tx, item: FileRow | Pick<FileRow, 'rowId'>, modifiedAt: number | null): Promise<void>;
  /** Where modules that change items by themselves report it. */
  readonly changes: ItemChanges;
  readonly toItem: ToItem;
  readonly views: ItemViews;
  readonly thumbnailUrl: ThumbnailUrl;
  readonly publicUrls: PublicUrls;
  readonly purge: Purge;
  readonly work: ItemWork;
  /** DRIVE_USER_MAX_ITEMS; infinite if there is no limit. */
  readonly maxItems: number;
  /** `listener` runs in each transaction that purges items (items.row_id), for what other modules keep of them. */
  onPurge(listener: PurgeListener): void;
  /** Deletes everything that a deleted account owns. Repeatable after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

const findAdding: Files['findAdding'] = async (reader, userId, folderRowId) => {
  const folder = await findFolderAtFor(reader, userId, folderRowId);
  return { mayAdd: mayDo(userId, folder, 'add'), mayReplace: mayDo(userId, folder, 'write') };
};

/** The services of this module, which call each other. */
function createServices(ports: FilesDeps) {
  const thumbnailUrl = createThumbnailUrl(ports);
  const heldBack = createHeldBack(ports.config);
  const publicUrls = new PublicUrls(ports, (file) => heldBack.heldBackFor(file) === undefined);
  const toItem = createToItem(thumbnailUrl, publicUrls);
  const thumbnails = createThumbnails(ports);
  const scans = new Scans(ports);
  const changes = new ItemChanges(ports);
  const contents = new DroppedContents(ports);
  const versions = new Versions({ ...ports, changes, contents, thumbnails, scans });
  const views = new ItemViews({ toItem, thumbnailUrl });
  const quotas = new TreeQuotas(ports);
  const deps = { ...ports, changes, views, quotas, thumbnails, scans, versions, sums: createSumJobs(ports) };
  const purgeListeners: PurgeListener[] = [grants.deleteGrantsOn];
  const purge = new Purge({ ...deps, contents, purgeListeners });
  const work = new ItemWork(ports);
  const treeCopy = new TreeCopy({ ...deps, heldBack });
  const operations = new CopyOperations({ ...deps, treeCopy, purge });
  const copies = new Copies({ ...deps, treeCopy, work, operations });
  const ownThumbnails = new OwnThumbnails({ ...deps, contents });
  return {
    deps,
    heldBack,
    publicUrls,
    thumbnailUrl,
    toItem,
    purgeListeners,
    purge,
    work,
    treeCopy,
    operations,
    copies,
    ownThumbnails,
  };
}

export function createFiles(ports: FilesDeps): Files {
  const services = createServices(ports);
  const { deps, publicUrls, toItem, purge, work, treeCopy, operations } = services;
  const { changes, views, quotas } = deps;
  const { maxItems } = ports.config;
  if (ports.database.dialect === 'postgres')
    ports.jobs.sweep('files.name-changes', ports.config.sweepMs, () => oldNameChanges);
  return {
    ensureRoot: (tx, ownerId) => ensureRoot(deps, tx, ownerId),
    changeTrees: (userId, work, options) => changeTrees(ports.database, userId, work, options),
    requireTarget: (tx, userId, folderId, action) => requireTarget(deps, tx, userId, folderId, action),
    requireFolder,
    findAdding,
    requireLocked: requireTreeLock,
    findAccessTarget,
    quotaOf: (reader, caller, ownerId) => quotas.of(reader, caller, ownerId),
    findFolder,
    requireOwnFolder,
    findAtPath,
    ensurePlace: (tx, root, path, action) => ensurePlace(deps, tx, root, path, action),
    addUnnamedFolder: (tx, ownerId) => addUnnamedFolder(deps, tx, ownerId),
    lockTree,
    isAliveFolder,
    addFolder: (tx, folder) => addFolderLocked(deps, tx, folder),
    place: (tx, ownerId, id, place) => placeLocked(deps, tx, ownerId, id, place),
    replaceByMove: (tx, moved, replaced) => replaceByMove({ ...deps, purge }, tx, moved, replaced),
    trash: (tx, ownerId, id) => trashLocked(deps, tx, ownerId, id),
    addNamedFolder: (tx, ownerId, name) => addNamedFolder(deps, tx, ownerId, name),
    reserveRoom: (tx, ownerId, room, quotaBytes) => reserveRoom(tx, ownerId, room, { quotaBytes, maxItems }),
    releaseRoom,
    storeBytes: (tx, ownerId, bytes, quotaBytes) =>
      storeBytes(tx, ownerId, { bytes, files: 0 }, { quotaBytes, maxItems }),
    dropStoredBytes,
    addFile: (tx, file) => addFile(deps, tx, file),
    copyItem: (tx, order, source, place) => treeCopy.copyItem(tx, order, source, place),
    reportCopy: (tx, rowId) => treeCopy.publish(tx, rowId),
    findReplaced: async (reader, { folderRowId, name, onConflict, precondition }) => {
      if (onConflict === 'rename' && precondition === null) return undefined;
      const child = await findChild(reader, folderRowId, name);
      if (precondition !== null) requirePrecondition(precondition, child && (await findFile(reader, child.id)));
      requireReplaceable(name, onConflict, child);
      return onConflict === 'rename' ? undefined : child?.id;
    },
    findFile,
    findFileOfEnabled,
    findPublicFile: (reader, shareToken) => findPublicFile(publicUrls, reader, shareToken),
    listFiles,
    findContent,
    requireFileVersion,
    listContents,
    listCurrent: (reader, ownerId, wanted) => listCurrentItems(reader, ports.database.dialect, { ownerId, ...wanted }),
    listPath,
    findBelow,
    childrenOf: childrenOfFolder,
    findUsage,
    isWithin,
    treeBelow,
    countFilesIn: async (reader, folderRowId) => (await findFolderAt(reader, folderRowId))?.childFiles ?? 0,
    filesIn: filesDirectlyIn,
    list: async (request, through) => {
      const { rows, pagination } = await listItems(deps, request);
      return { files: rows.map((row) => toItem(row, through)), pagination };
    },
    ...services.heldBack,
    decideQuarantine: (tx, id, change) => decideQuarantine(deps, tx, id, change),
    countDownload,
    countDownloads,
    checksums: createContentChecksums(ports),
    keepSums,
    setModifiedAt: async (tx, item, modifiedAt) => {
      if ((await setModifiedAt(tx, item.rowId, modifiedAt)) && 'id' in item) changes.updated(tx, item, ['modifiedAt']);
    },
    changes,
    toItem,
    views,
    thumbnailUrl: services.thumbnailUrl,
    publicUrls,
    purge,
    work,
    maxItems: maxItems === 0 ? Infinity : maxItems,
    onPurge: (listener) => void services.purgeListeners.push(listener),
    eraseOwner: async (ownerId, signal) => {
      await operations.forgetAll(ownerId);
      await deleteInBatches(deps.database, signal, starsOf(ownerId));
      await purge.eraseOwner(ownerId, signal);
    },
    routes: (router) => mountFiles(router, { ...deps, ...services }),
  };
}
