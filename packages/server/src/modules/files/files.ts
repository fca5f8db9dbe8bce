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
import { createToItem, type ToItem } from './item.ts';
import { createPreviews } from './previews.ts';
import { createPurge, type Purge } from './purge.ts';
import { ensureRoot } from './root.ts';
import { mountFiles } from './routes.ts';
import type { NameSearch } from './search/name-search.ts';
import { countDownload, findFile, findFolder } from './store.ts';
import { releaseBytes, reserveBytes } from './usage-store.ts';

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
    /** The most rows a page of a listing has. */
    readonly listMax: number;
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
  readonly toItem: ToItem;
  readonly purge: Purge;
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
    reserveBytes,
    releaseBytes,
    addFile: (tx, file) => addFile(deps, tx, file),
    findFile,
    countDownload,
    toItem,
    purge,
    routes: (router) => mountFiles(router, deps, purge),
  };
}
