import type { ItemPage } from '@drive/contract';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Images } from '../../platform/images/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { addFile, type AddedFile, type FileToAdd } from './add-file.ts';
import type { FileRow } from './file-row.ts';
import { filesBelow, filesDirectlyIn, type FileBelow } from './files-below.ts';
import { eraseOwner } from './erase-owner.ts';
import { addNamedFolder, addOwnFolder } from './folders.ts';
import { listItems, type ListingRequest } from './listing.ts';
import { isWithin } from './placing-store.ts';
import { createToItem, type ShownThrough, type ToItem } from './item.ts';
import { createPreviews } from './previews.ts';
import { findNode } from './trash-store.ts';
import { createPurge, type Purge } from './purge.ts';
import { changeQuarantine, type QuarantineOutcome, type QuarantineWish } from './quarantine.ts';
import { ensureRoot } from './root.ts';
import { mountFiles } from './routes.ts';
import type { NameSearch } from './search/name-search.ts';
import { countDownload, countDownloads, findFile, findFolder, keepCrc32, listFiles, listPath } from './store.ts';
import { dropStoredBytes, releaseBytes, reserveBytes, storeBytes } from './usage-store.ts';

export interface FilesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly blobs: BlobStore;
  readonly images: Images;
  readonly search: NameSearch;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** What has been in the trash for so long is purged. */
    readonly trashMs: number;
    readonly sweepMs: number;
  };
}

/** The tree, as the modules above it use it. */
export interface Files {
  /** items.row_id of the owner's root folder, made where it is missing. */
  ensureRoot(tx: Tx, ownerId: number): Promise<number>;
  /** An alive folder of the owner; null means the root, which is undefined until the owner first put something there. */
  findFolder(reader: Reader, ownerId: number, folderId: string | null): Promise<{ readonly rowId: number } | undefined>;
  /** items.row_id of a new folder in the owner's root whose name nobody gave it, for what belongs to nothing else. */
  addOwnFolder(tx: Tx, ownerId: number): Promise<number>;
  /** items.id of a new folder in the owner's root; where the name is taken, it gets the next free one. */
  addNamedFolder(tx: Tx, ownerId: number, name: string): Promise<string>;
  /**
   * False, and nothing is changed, where stored and reserved bytes together would pass the quota: the owner's own where an
   * administrator has set one, else `quotaBytes`, their plan's (null: none).
   */
  reserveBytes(tx: Tx, ownerId: number, bytes: number, quotaBytes: number | null): Promise<boolean>;
  /** Gives back what was reserved and never stored. */
  releaseBytes(tx: Tx, ownerId: number, bytes: number): Promise<void>;
  /** Bytes of the owner's that are kept elsewhere than in files count as stored. False as for `reserveBytes`. */
  storeBytes(tx: Tx, ownerId: number, bytes: number, quotaBytes: number | null): Promise<boolean>;
  /** They no longer do. */
  dropStoredBytes(tx: Tx, ownerId: number, bytes: number): Promise<void>;
  /**
   * Puts a file with its bytes into the tree and turns its reserved bytes into stored ones. It never fails on a name: a
   * taken one becomes `name (1).ext`. It lands in the root where the folder is no longer alive.
   */
  addFile(tx: Tx, file: FileToAdd): Promise<AddedFile>;
  /** Any owner's item, whatever its state; never a root folder. */
  findFile(reader: Reader, id: string): Promise<FileRow | undefined>;
  /** Any owner's items, those of these there are, whatever their state; in no certain order. Some hundred at a time. */
  listFiles(reader: Reader, ids: readonly string[]): Promise<FileRow[]>;
  /** The item's folders from the root down, and the item; empty where there is none. */
  listPath(reader: Reader, id: string): Promise<FileRow[]>;
  /** Whether a folder is the other, or lies anywhere in it; both by items.row_id. */
  isWithin(reader: Reader, folderRowId: number, otherRowId: number): Promise<boolean>;
  /** Every file in an alive folder, however deep, in small pieces. */
  filesBelow(reader: Reader, folderRowId: number): AsyncIterable<readonly FileBelow[]>;
  /** How many files are directly in a folder. */
  countFilesIn(reader: Reader, folderRowId: number): Promise<number>;
  /** The files directly in an alive folder, in small pieces. */
  filesIn(reader: Reader, folderRowId: number): AsyncIterable<readonly FileRow[]>;
  /**
   * One page of an alive folder of the owner (`folder_not_found`), or of the owner's files with `q` in their names; as
   * those see it who came `through` a share.
   */
  list(request: ListingRequest, through?: ShownThrough): Promise<ItemPage>;
  /**
   * Holds any owner's file back from everybody but its owner, or releases it. undefined where there is no such file;
   * `file_purged` where it is deleted for good.
   */
  changeQuarantine(tx: Tx, id: string, wish: QuarantineWish): Promise<QuarantineOutcome | undefined>;
  countDownload(tx: Tx, rowId: number): Promise<void>;
  /** One of each, by items.id. Some hundred at a time. */
  countDownloads(tx: Tx, ids: readonly string[]): Promise<void>;
  /** The CRC-32 of a file (items.id) that came before it was kept. */
  keepCrc32(tx: Tx, id: string, crc32: number): Promise<void>;
  readonly toItem: ToItem;
  readonly purge: Purge;
  /** Deletes for good whatever a deleted account owns (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

export function createFiles(portsAndConfig: FilesDeps): Files {
  const toItem = createToItem(portsAndConfig);
  const previews = createPreviews(portsAndConfig);
  const deps = { ...portsAndConfig, previews, toItem };
  const purge = createPurge(deps);
  return {
    ensureRoot: (tx, ownerId) => ensureRoot(deps, tx, ownerId),
    findFolder,
    addOwnFolder: (tx, ownerId) => addOwnFolder(deps, tx, ownerId),
    addNamedFolder: (tx, ownerId, name) => addNamedFolder(deps, tx, ownerId, name),
    reserveBytes,
    releaseBytes,
    storeBytes,
    dropStoredBytes,
    addFile: (tx, file) => addFile(deps, tx, file),
    findFile,
    listFiles,
    listPath,
    isWithin,
    filesBelow,
    countFilesIn: async (reader, folderRowId) => (await findNode(reader, folderRowId))?.childFiles ?? 0,
    filesIn: filesDirectlyIn,
    list: (request, through) => listItems({ ...deps, toItem: (row) => toItem(row, through) }, request),
    changeQuarantine: (tx, id, wish) => changeQuarantine(deps, tx, id, wish),
    countDownload,
    countDownloads,
    keepCrc32,
    toItem,
    purge,
    eraseOwner: (ownerId, signal) => eraseOwner({ ...deps, purge }, ownerId, signal),
    routes: (router) => mountFiles(router, deps, purge),
  };
}
