import type { Item, ShareMode } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import type { ItemState } from '../../platform/db/schema.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Random } from '../../platform/random.ts';

/** An item as the modules see it, with what its owner's other tables say of it. */
export interface FileRow {
  /** items.row_id */
  readonly rowId: number;
  readonly id: string;
  /** users.row_id */
  readonly ownerId: number;
  /** items.row_id of the folder it lies in; null for a root folder. */
  readonly parentRowId: number | null;
  /** What the API calls its parent: null in the root. */
  readonly parentId: string | null;
  readonly isFolder: boolean;
  readonly name: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  /** Lower-case hex; null for folders. */
  readonly sha256: string | null;
  /** null for folders and once the bytes are purged. */
  readonly blobKey: string | null;
  readonly state: ItemState;
  readonly quarantined: boolean;
  readonly downloadCount: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly shareMode: ShareMode | null;
  readonly shareToken: string | null;
}

export interface FileToAdd {
  /** The id promised with the upload. */
  readonly id: string;
  readonly ownerId: number;
  /** items.row_id of the folder it was sent to. */
  readonly folderRowId: number;
  /** Cleaned, as `ItemName` gives it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly sha256: string;
  readonly blobKey: string;
}

export interface AddedFile {
  readonly rowId: number;
  /** The name it got, which a sibling may have changed. */
  readonly name: string;
  /** The folder it really lies in. */
  readonly folderRowId: number;
}

export interface FilesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: {
    /** The most rows a page of a listing has. */
    readonly listMax: number;
  };
}

/** The tree, as the modules above it use it. */
export interface Files {
  /** items.row_id of the owner's root folder, made where it is missing together with the owner's storage_usage row. */
  ensureRoot(tx: Tx, ownerId: number): Promise<number>;
  /** An alive folder of the owner; null means the root, which is undefined until the owner first put something there. */
  findFolder(reader: Reader, ownerId: number, folderId: string | null): Promise<{ readonly rowId: number } | undefined>;
  /** False, and nothing is changed, where stored and reserved bytes together would pass the quota (null: none). */
  reserveBytes(tx: Tx, ownerId: number, bytes: number, quotaBytes: number | null): Promise<boolean>;
  /** Gives back what was reserved and never stored. */
  releaseBytes(tx: Tx, ownerId: number, bytes: number): Promise<void>;
  /**
   * Puts a file with its bytes into the tree and turns its reserved bytes into stored ones. It never fails on a name: a
   * taken one becomes `name (1).ext`. It lands in the root where the folder is no longer alive.
   */
  addFile(tx: Tx, file: FileToAdd): Promise<AddedFile>;
  /** Any owner's item, whatever its state; never a root folder. */
  findFile(reader: Reader, id: string): Promise<FileRow | undefined>;
  countDownload(tx: Tx, rowId: number): Promise<void>;
  /** Bytes of alive and trashed files, and of the trashed ones alone. */
  findUsage(reader: Reader, ownerId: number): Promise<{ readonly storedBytes: number; readonly trashBytes: number }>;
  /** The item as its owner sees it. */
  toItem(row: FileRow): Item;
  routes(router: Router): void;
}

export declare function createFiles(deps: FilesDeps): Files;
