import { sql } from 'kysely';
import type { Item, MoveResult } from '@drive/contract';
import { createFolder } from '../src/modules/files/folders.ts';
import { createFiles, type AddedFile, type Files } from '../src/modules/files/index.ts';
import { moveItems, updateItem, type PlaceChange } from '../src/modules/files/placing.ts';
import { createNameSearch } from '../src/modules/files/search/name-search.ts';
import { listTrash, restoreItem, trashItem } from '../src/modules/files/trash.ts';
import { createMemoryBlobs, type BlobStore } from '../src/platform/blobs/index.ts';
import { dayMs, hourMs, type Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/index.ts';
import { createJobs, type Jobs } from '../src/platform/jobs/index.ts';
import type { Log } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

/** The tree of a database, past the API: what tests put there without sending bytes. */
export interface Tree {
  readonly files: Files;
  /** Runs only when drained. */
  readonly jobs: Jobs;
  /** Reserves and adds in one transaction, as an upload does in two. The blob's key is the file's id; it has no bytes. */
  upload(ownerId: number, name: string, options?: UploadOptions): Promise<AddedFile & { readonly id: string }>;
  /** items.id */
  makeFolder(ownerId: number, name: string, parentId?: string | null): Promise<string>;
  update(ownerId: number, id: string, change: Partial<PlaceChange>): Promise<Item>;
  move(ownerId: number, ids: readonly string[], parentId: string | null): Promise<MoveResult>;
  trash(ownerId: number, id: string): Promise<void>;
  restore(ownerId: number, id: string): Promise<Item>;
  listTrash(ownerId: number, options?: { readonly includeFolders: boolean }): Promise<Item[]>;
}

/** A tree on a database of its own, without the rest of the server. */
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
}

const random = systemRandom;
const silent = (): void => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** What the trash keeps things for in a tree of `treeOn`. */
export const treeTrashMs = 30 * dayMs;

export function treeOn({ database, clock, blobs = createMemoryBlobs({ clock, random }) }: TreePorts): Tree {
  const jobs = createJobs({ database, clock, random, log, runsOnlyWhenDrained: true });
  const config = { listMax: 200, trashMs: treeTrashMs, sweepMs: hourMs };
  const deps = { database, clock, random, blobs, jobs, config, search: createNameSearch() };
  const files = createFiles(deps);
  return {
    files,
    jobs,
    upload: (ownerId, name, { folderId = null, sizeBytes = 1, mimeType = 'text/plain' } = {}) => {
      const id = random.uuid();
      return database.write(async (tx) => {
        const rootRowId = await files.ensureRoot(tx, ownerId);
        const folder = folderId === null ? { rowId: rootRowId } : await files.findFolder(tx, ownerId, folderId);
        if (folder === undefined) throw new Error('no such folder');
        if (!(await files.reserveBytes(tx, ownerId, sizeBytes, null))) throw new Error('over the quota');
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
      (await createFolder(deps, { ownerId, name, parentId }, async () => {})).id,
    update: (ownerId, id, change) => updateItem(deps, ownerId, id, { name: undefined, parentId: undefined, ...change }),
    move: (ownerId, ids, parentId) => moveItems(deps, ownerId, ids, parentId),
    trash: (ownerId, id) => trashItem(deps, ownerId, id),
    restore: (ownerId, id) => restoreItem(deps, ownerId, id),
    listTrash: async (ownerId, options = { includeFolders: false }) => {
      const items: Item[] = [];
      for await (const piece of listTrash(database.reader, ownerId, options)) items.push(...piece);
      return items;
    },
  };
}

export async function createTestTree(): Promise<TestTree> {
  const { database, close } = await createTestDatabase();
  const clock = createTestClock();
  const blobs = createMemoryBlobs({ clock, random });
  return { database, clock, blobs, ...treeOn({ database, clock, blobs }), addUser: () => addUser(database), close };
}

/** A user nobody can sign in as. */
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
    return row.row_id;
  });
}

/** What the counts and sums kept in the tables say (of all owners or one), beside what counting it all anew says. */
export async function readTallies(database: Database, ownerId?: number): Promise<{ kept: unknown; counted: unknown }> {
  const items = await database.reader
    .selectFrom('items')
    .select(['row_id', 'owner_id', 'parent_id', 'is_folder', 'size', 'child_files', 'child_folders', 'state', 'name'])
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .orderBy('row_id')
    .execute();
  const usage = await database.reader
    .selectFrom('storage_usage')
    .selectAll()
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .orderBy('owner_id')
    .execute();
  const reserved = await sql<{ owner_id: number; bytes: number }>`
    select owner_id, cast(sum(size_bytes) as bigint) as bytes from upload_sessions
    where status in ('PENDING', 'UPLOADING') group by owner_id`.execute(database.reader);

  const alive = items.filter((item) => item.state === 'alive');
  const childrenOf = (rowId: number) => alive.filter((item) => item.parent_id === rowId);
  const sizeOf = (rowId: number): number =>
    childrenOf(rowId).reduce((sum, child) => sum + (child.is_folder ? sizeOf(child.row_id) : child.size), 0);
  const folders = alive.filter((item) => item.is_folder === 1);
  return {
    kept: {
      folders: folders.map(({ row_id, size, child_files, child_folders }) => ({
        row_id,
        size,
        child_files,
        child_folders,
        names: childrenOf(row_id).length,
      })),
      usage,
    },
    counted: {
      folders: folders.map(({ row_id }) => ({
        row_id,
        size: sizeOf(row_id),
        child_files: childrenOf(row_id).filter((child) => child.is_folder === 0).length,
        child_folders: childrenOf(row_id).filter((child) => child.is_folder === 1).length,
        names: new Set(childrenOf(row_id).map((child) => child.name)).size,
      })),
      usage: usage.map(({ owner_id }) => {
        const bytesOf = (states: readonly string[]): number =>
          items
            .filter((item) => item.owner_id === owner_id && item.is_folder === 0 && states.includes(item.state))
            .reduce((sum, item) => sum + item.size, 0);
        return {
          owner_id,
          stored_bytes: bytesOf(['alive', 'trashed']),
          trash_bytes: bytesOf(['trashed']),
          reserved_bytes: reserved.rows.find((row) => row.owner_id === owner_id)?.bytes ?? 0,
        };
      }),
    },
  };
}
