import type { ItemPage, OnConflict, Operation } from '@drive/contract';
import type { Router } from '@drive/http-api';
import type { Action, Caller, GivenAccess, Owned, Viewer } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { ItemChanges } from './changes/item-changes.ts';
import type { AddedFile, FileToAdd } from './contents/add-file.ts';
import type { ContentChecksums } from './contents/content-checksums.ts';
import type { WantedContent } from './contents/file-contents.ts';
import type { ImageSize } from './contents/thumbnail-store.ts';
import type { Copies, CopyRequest } from './copies/copies.ts';
import type { ReadResult } from './copies/copy-operations.ts';
import type { endOperation, findOperation, listResults, startOperation } from './copies/operation-store.ts';
import type { SharedSource } from './copies/shared-source.ts';
import type { TreeCopy } from './copies/tree-copy.ts';
import type { FileRow } from './items/item-row.ts';
import type { ItemViews } from './items/item-views.ts';
import type { ShownThrough, ToItem } from './items/item.ts';
import type { Precondition } from './items/precondition.ts';
import type { PublicUrls } from './items/public-url.ts';
import type { ThumbnailUrl } from './items/url-token.ts';
import type { GivenTop } from './listing/given-listing.ts';
import type { ListingRequest } from './listing/listing-request.ts';
import type { MoveOperations } from './moves/move-operations.ts';
import type { OwnerChangeListener, TreeMove } from './moves/tree-move.ts';
import type { HeldBack } from './quarantine/held-back.ts';
import type { QuarantineChange, QuarantineOutcome } from './quarantine/quarantine.ts';
import type { Purge, PurgeListener } from './trash/purge.ts';
import type { ChangeOptions } from './tree/change-trees.ts';
import type { EmptyFolder, FileBelow } from './tree/descendants.ts';
import type { NamedDriveRoot } from './tree/drive-root-store.ts';
import type { PathRoot } from './tree/find-item.ts';
import type { AccessTarget, FolderFor } from './tree/folder-store.ts';
import type { FollowedTree } from './tree/followed-tree.ts';
import type { ItemAtPath, ItemPath, PlaceAtPath } from './tree/item-path.ts';
import type { keepSums } from './tree/item-store.ts';
import type { ItemWork } from './tree/item-work.ts';
import type { Room, RoomTaken, Usage } from './tree/storage-usage-store.ts';
import type { Planned, TreeQuota } from './tree/tree-quota-store.ts';

/** A folder as a user has access to it. */
export type FolderAccess = Pick<FolderFor, 'rowId' | 'ownerId' | 'given' | 'isRoot'>;

/** The tree, as the modules above it use it. Owners are owners.row_id, row ids those of items. */
export interface Files extends HeldBack {
  ensureRoot(tx: Tx, ownerId: number): Promise<number>;
  /** Runs a change in a transaction with the tree of the user locked, and again with others that it turns out to change. */
  changeTrees<T>(
    userId: number,
    work: (tx: Tx, locked: ReadonlySet<number>) => Promise<T>,
    options?: ChangeOptions,
  ): Promise<T>;
  /** The tree (owners.row_id) of a folder that a user reaches, for `changeTrees`: a guess that decides nothing. */
  findTreeOf(reader: Reader, userId: number, folderId: string): Promise<number | undefined>;
  /** The folder to which a user adds something, null for their own root, with its tree locked. Call in `changeTrees`. */
  requireTarget(tx: Tx, userId: number, folderId: string | null, action?: Action): Promise<FolderAccess>;
  /** An alive folder in which a user may do this. Throws `folder_not_found` and `access_denied`. */
  requireFolder(reader: Reader, userId: number, folderId: string, action: Action): Promise<FolderAccess>;
  /** The tree of a folder that the caller follows; null: their own. Throws `folder_not_found`. */
  findTree(reader: Reader, caller: Caller, folderId: string | null): Promise<FollowedTree>;
  /** A link to a folder (items.id; null: to no single one) of an owner, with what a user was given there: what `mayDo` asks for. */
  findLinkAccess(
    reader: Reader,
    userId: number,
    link: { readonly ownerId: number; readonly folderId: string | null },
  ): Promise<Owned>;
  /** owners.id of the team drive that an owner is; null: it is a user. */
  findDriveId(reader: Reader, ownerId: number): Promise<string | null>;
  /** What a user was given on each of these items of an owner, by items.row_id. Costs nothing for their own. */
  findGiven(
    reader: Reader,
    userId: number,
    ownerId: number,
    items: readonly Pick<FileRow, 'rowId'>[],
  ): Promise<ReadonlyMap<number, GivenAccess>>;
  /** Whether a user may still add to an alive folder (items.row_id) in the tree of this owner, and replace what is in it. */
  findAdding(
    reader: Reader,
    userId: number,
    folder: { readonly ownerId: number; readonly rowId: number },
  ): Promise<{ readonly mayAdd: boolean; readonly mayReplace: boolean }>;
  /** Throws unless the transaction has the lock of the owner's tree: `changeTrees` then begins it again. */
  requireLocked(tx: Tx, ownerId: number): void;
  /** An alive item of any owner, or the root of a team drive, with what a user was given on it. */
  findAccessTarget(reader: Reader, userId: number, id: string): Promise<AccessTarget | undefined>;
  /** What limits the tree of an owner in which a caller stores something. */
  quotaOf(reader: Reader, caller: Planned, ownerId: number): Promise<TreeQuota>;
  /** An alive folder of the owner; null means the root, which is undefined until the owner first put something there. */
  findFolder(reader: Reader, ownerId: number, folderId: string | null): Promise<{ readonly rowId: number } | undefined>;
  /** The alive item at a path. */
  findAtPath(reader: Reader, root: PathRoot, path: ItemPath): Promise<ItemAtPath>;
  /** Creates missing folders. Locks the owner's tree. Throws `name_conflict` if the path leads through a file. */
  ensurePlace(tx: Tx, root: PathRoot, path: ItemPath, action?: Action): Promise<PlaceAtPath>;
  addUnnamedFolder(tx: Tx, ownerId: number): Promise<number>;
  /** Call before any row of the owner's tree changes; held until the transaction ends. */
  lockTree(tx: Tx, ownerId: number): Promise<void>;
  /** `ownerId`: and still one of this owner. */
  isAliveFolder(reader: Reader, rowId: number, ownerId?: number): Promise<boolean>;
  /** Adds a folder to another of the owner. Call with the tree locked. Throws `name_conflict`. Returns items.row_id. */
  addFolder(
    tx: Tx,
    folder: { readonly ownerId: number; readonly folderRowId: number; readonly name: string },
  ): Promise<number>;
  /**
   * For a user who may do this with the item, and change the folder. Call with the tree locked. Throws `name_conflict` and
   * `folder_cycle` before it changes anything.
   */
  place(
    tx: Tx,
    userId: number,
    id: string,
    place: { readonly folderRowId: number; readonly name: string; readonly action?: Action },
  ): Promise<void>;
  /**
   * Moves an item, which the caller may take out of its tree, to that of another owner. Call with both trees locked. Returns the
   * number of items. Throws before it changes anything: `move_too_large`, `file_quarantined`, `name_conflict` and the refusals of the
   * quota.
   */
  moveToOwner(tx: Tx, caller: Planned, move: Omit<TreeMove, 'most'>): Promise<number>;
  /**
   * Replaces the content of a file by that of another; the replaced file keeps its id and links and gets a version, the
   * moved file is purged, before which `keep` takes what else belongs to it. Returns false without a change if one of the two is a
   * folder, or if links, versions, metadata or a quarantine of the moved file would be lost. Call with the tree locked.
   */
  replaceByMove(tx: Tx, moved: FileRow, replaced: FileRow, keep: () => Promise<void>): Promise<boolean>;
  /** For a user who may do this. Call with the tree locked. */
  trash(tx: Tx, userId: number, id: string): Promise<void>;
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
   * if the precondition does not hold. A file whose folder is no longer alive goes to the folder of the key that began
   * the upload (`rootId`), else to the root, and replaces nothing there. Bytes that were not reserved are checked against the quota: throws `storage_quota_exceeded`.
   */
  addFile(tx: Tx, file: FileToAdd): Promise<AddedFile>;
  /** Copies what a link shares to a tree of the caller. Throws as `Copies.copy` does. */
  copyShared(
    caller: Caller & Planned & Viewer,
    request: Pick<CopyRequest, 'ids' | 'parentId'> & { readonly shared: SharedSource },
  ): ReturnType<Copies['copy']>;
  /** How a copy of what a link shares asks, in each of its transactions, whether the link is open. */
  onLink: TreeCopy['onLink'];
  copyItem: TreeCopy['copyItem'];
  /** Reports a copy whose items were parts of it, once it is complete. */
  reportCopy: TreeCopy['publish'];
  /**
   * items.id of the file whose content `addFile` would replace now. Throws `name_conflict` and `precondition_failed` if `addFile`
   * would.
   */
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
  listPath(reader: Reader, id: string): Promise<FileRow[]>;
  /** The alive item that these names lead to from a folder (items.row_id); undefined if there is none. At least one name, in NFC. */
  findBelow(
    reader: Reader,
    folderRowId: number,
    names: readonly string[],
    userId?: number,
  ): Promise<FileRow | undefined>;
  /** The topmost items of others that a user was given, without roots of team drives, with names of which no two are equal. */
  listGivenTops(reader: Reader, userId: number): Promise<GivenTop[]>;
  /** Roots of the team drives that a user reaches, by name. */
  listDriveRoots(reader: Reader, userId: number): Promise<NamedDriveRoot[]>;
  /** Everything directly in an alive folder (items.row_id), folders first, in small batches of at most `limit`. */
  childrenOf(reader: Reader, folderRowId: number, limit?: number): AsyncIterable<readonly FileRow[]>;
  /** In pixels, by items.id; of those that have a thumbnail of a known size. */
  findThumbnailSizes(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, ImageSize>>;
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
  maxItems(): number;
  /** `listener` runs in each transaction that purges items (items.row_id), for what other modules keep of them. */
  onPurge(listener: PurgeListener): void;
  /** `listener` runs in each transaction that gives items (items.row_id) another owner, for what other modules keep of them. */
  onOwnerChange(listener: OwnerChangeListener): void;
  /** Operations whose work is that of another module. */
  readonly operations: {
    readonly start: typeof startOperation;
    readonly find: typeof findOperation;
    readonly end: typeof endOperation;
    readonly listResults: typeof listResults;
    /** How `GET /api/operations/{id}` shows the result of operations of a kind. */
    onRead(kind: Operation['kind'], read: ReadResult): void;
  };
  /** Moves everything of an owner to another, as an operation. Returns operations.id. */
  readonly transfers: Pick<MoveOperations, 'startTransfer' | 'onEmptied'>;
  /** Deletes everything that a deleted account owns. Repeatable after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}
