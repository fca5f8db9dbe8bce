import { type Clock, createBaseUrl, dayMs, hourMs, type Log, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { type BlobStore, MemoryBlobs } from '@drive/blobs';
import type { Item, ItemBatchResult, MoveResult } from '@drive/contract';
import { JobQueue, type Jobs } from '@drive/jobs';
import { noMetrics } from '@drive/metrics';
import { noItemBudget } from '@drive/rate-limits';
import type { Images, Pictures } from '@drive/thumbnails';
import { createFiles, type AddedFile, type FileRow, type Files } from '../../src/modules/files/index.ts';
import { moveItems, updateItem, type ItemUpdate } from '../../src/modules/files/move-items.ts';
import { TreeMoves } from '../../src/modules/files/moves/tree-move.ts';
import { createHeldBack } from '../../src/modules/files/quarantine/held-back.ts';
import { createNameSearch, type NameSearch } from '../../src/modules/files/search/name-search.ts';
import { listTrash } from '../../src/modules/files/trash/trash-listing.ts';
import { restoreItem, restoreItems, trashItem, trashItems } from '../../src/modules/files/trash/trash.ts';
import { createFolder } from '../../src/modules/files/tree/folders.ts';
import { lockTree } from '../../src/modules/files/tree/root-folder.ts';
import { TreeQuotas, type Planned } from '../../src/modules/files/tree/tree-quota-store.ts';
import { insertOwner, type Viewer } from '../../src/platform/access/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { createEvents } from '../../src/platform/events/index.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createTestDatabase } from '../database.ts';

/** The tree of a database, without the API: tests add files without sending bytes. */
export interface Tree {
  readonly files: Files;
  /** Runs when drained only. */
  readonly jobs: Jobs;
  /**
   * Reserves and adds in one transaction, unlike an upload, which has two. The blob's key is the file's id; it has no
   * bytes.
   */
  upload(ownerId: number, name: string, options?: UploadOptions): Promise<AddedFile & { readonly id: string }>;
  /** items.id */
  makeFolder(ownerId: number, name: string, parentId?: string | null): Promise<string>;
  update(ownerId: number, id: string, change: Partial<ItemUpdate>): Promise<Item>;
  move(ownerId: number, ids: readonly string[], parentId: string | null): Promise<MoveResult>;
  trash(ownerId: number, id: string): Promise<void>;
  trashMany(ownerId: number, ids: readonly string[]): Promise<ItemBatchResult>;
  restoreMany(ownerId: number, ids: readonly string[]): Promise<ItemBatchResult>;
  restore(ownerId: number, id: string): Promise<Item>;
  listTrash(ownerId: number, options?: { readonly includeFolders: boolean }): Promise<Item[]>;
}

/** A tree with its own database, without the rest of the server. */
export interface TestTree extends Tree {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: TestClock;
  /** users.row_id */
  addUser(): Promise<number>;
  close(): Promise<void>;
}

export interface UploadOptions {
  /** null: the root. */
  readonly folderId?: string | null;
  readonly sizeBytes?: number;
  readonly mimeType?: string;
}

export interface TreePorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Default: in memory. */
  readonly blobs?: BlobStore;
  /** Default: a search that is notified of the changes of this tree only. */
  readonly search?: NameSearch;
}

const random = systemRandom;
const silent = (): void => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** Retention of the trash in a tree of `treeOn`. */
const treeTrashMs = 30 * dayMs;

export function treeOn({
  database,
  clock,
  blobs = new MemoryBlobs({ clock, random }),
  search = createNameSearch({ database }),
}: TreePorts): Tree {
  const jobs = new JobQueue({ database, clock, random, log, runsOnlyWhenDrained: true });
  const config = {
    maxItems: 0,
    purgeGraceMs: 0,
    trashMs: treeTrashMs,
    versionsKeep: 10,
    versionsMs: 30 * dayMs,
    sweepMs: hourMs,
    linksNeedScan: false,
    contentUrl: undefined,
  };
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const baseUrl = createBaseUrl('http://drive.example');
  const events = createEvents({ database, clock, random, jobs });
  const ports = {
    events,
    baseUrl,
    database,
    clock,
    random,
    secrets,
    blobs,
    images: noImages,
    pictures: noPictures,
    search,
    jobs,
    log,
    metrics: noMetrics,
    scanner: undefined,
    onVirus: async () => {},
    itemBudget: noItemBudget,
    planQuotaBytes: () => null,
    config,
  };
  const files = createFiles(ports);
  const own = { changes: files.changes, quotas: new TreeQuotas(ports) };
  const { dialect } = database;
  const treeMoves = new TreeMoves({
    ...own,
    dialect,
    config,
    heldBack: createHeldBack(config),
    ownerChangeListeners: [],
  });
  const deps = { ...ports, ...own, views: files.views, work: files.work, treeMoves };
  const showAll = (ownerId: number, rows: readonly FileRow[]): Promise<Item[]> =>
    files.views.showAll(database.reader, viewerOf(ownerId), rows);
  const show = (ownerId: number, row: FileRow): Promise<Item> =>
    files.views.show(database.reader, viewerOf(ownerId), row);
  return {
    files,
    jobs,
    upload: (ownerId, name, { folderId = null, sizeBytes = 1, mimeType = 'text/plain' } = {}) => {
      const id = random.uuid();
      return database.write(async (tx) => {
        // Locks the tree before the usage row: an upload, being two transactions, never holds the latter while it waits
        // for the tree.
        await lockTree(tx, ownerId);
        const rootRowId = await files.ensureRoot(tx, ownerId);
        const folder = folderId === null ? { rowId: rootRowId } : await files.findFolder(tx, ownerId, folderId);
        if (folder === undefined) throw new Error('no such folder');
        if ((await files.reserveRoom(tx, ownerId, { bytes: sizeBytes, items: 1 }, null)) !== 'taken')
          throw new Error('over the quota');
        const added = await files.addFile(tx, {
          id,
          ownerId,
          folderRowId: folder.rowId,
          name,
          sizeBytes,
          mimeType,
          sha256: '0'.repeat(64),
          blobKey: id,
        });
        return { ...added, id };
      });
    },
    makeFolder: async (ownerId, name, parentId = null) =>
      (await createFolder(deps, viewerOf(ownerId), { name, parentId }, async () => {})).id,
    update: async (ownerId, id, change) =>
      show(ownerId, await updateItem(deps, callerOf(ownerId), id, { name: undefined, parentId: undefined, ...change })),
    move: async (ownerId, ids, parentId) => {
      const { updated, failed } = await moveItems(deps, callerOf(ownerId), ids, parentId);
      return { moved: await showAll(ownerId, updated), failed: [...failed] };
    },
    trash: (ownerId, id) => trashItem(deps, ownerId, id),
    trashMany: async (ownerId, ids) => {
      const { updated, failed } = await trashItems(deps, ownerId, ids);
      return {
        updated: await files.views.showTrashed(database.reader, viewerOf(ownerId), updated),
        failed: [...failed],
      };
    },
    restoreMany: async (ownerId, ids) => {
      const { updated, failed } = await restoreItems(deps, ownerId, ids);
      return { updated: await showAll(ownerId, updated), failed: [...failed] };
    },
    restore: async (ownerId, id) => show(ownerId, await restoreItem(deps, ownerId, id)),
    listTrash: async (ownerId, options = { includeFolders: false }) => {
      const items: Item[] = [];
      for await (const piece of listTrash(deps, viewerOf(ownerId), options)) items.push(...piece);
      return items;
    },
  };
}

const viewerOf = (userId: number): Viewer => ({ userId, accountId: `account ${userId}`, accountName: null });
const callerOf = (userId: number): Planned => ({ userId, plan: 'free' });

export async function createTestTree(): Promise<TestTree> {
  const { database, close } = await createTestDatabase();
  const clock = createTestClock();
  const blobs = new MemoryBlobs({ clock, random });
  return { database, clock, blobs, ...treeOn({ database, clock, blobs }), addUser: () => addUser(database), close };
}

/** A user without a valid password. */
export async function addUser(database: Database): Promise<number> {
  const id = systemRandom.uuid();
  return database.write(async (tx) => {
    const row = await tx
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        email_key: `${id}@example.com`,
        name: null,
        password_hash: '-',
        plan: 'free',
        is_admin: 0,
        created_at: 0,
      })
      .returning('row_id')
      .executeTakeFirstOrThrow();
    await insertOwner(tx, { rowId: row.row_id, id, kind: 'user', quotaBytes: null });
    return row.row_id;
  });
}

/** For tests without thumbnails. */
const noImages: Images = {
  render: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};

/** For tests without transformed images. */
export const noPictures: Pictures = {
  open: () => Promise.resolve(undefined),
  forget: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
