import { setImmediate } from 'node:timers/promises';
import { foldName, type Item, type ItemBatchResult, type TrashedItem, type TrashPage } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { FileRow } from '../items/item-row.ts';
import { toBareItem, type ToItem } from '../items/item.ts';
import { invalidCursor, readTreeCursor, writeTreeCursor } from '../listing/tree-cursor.ts';
import type { NameSearch } from '../search/name-search.ts';
import { isWithin } from '../tree/ancestor-store.ts';
import { filesIn, walkFolders } from '../tree/descendants.ts';
import { fileNotFound, requireOwnItem } from '../tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from '../tree/folder-rollup.ts';
import { changeEach, changeInBatches } from '../tree/item-batch.ts';
import type { PathRoot } from '../tree/item-path.ts';
import {
  findFile,
  findFolder,
  isAliveFolder,
  listInOrder,
  listPath,
  placeItem,
  type FolderRow,
} from '../tree/item-store.ts';
import { getRoot, lockTree } from '../tree/root-folder.ts';
import { addTrashBytes } from '../tree/storage-usage-store.ts';
import { listTrashed, markTrashed } from './trash-store.ts';

type TrashDeps = Pick<Ports, 'database' | 'clock'> & {
  readonly search: NameSearch;
  readonly toItem: ToItem;
};

/** Moves an item, with all that is in it, to the trash. Does nothing if it is there already. */
export const trashItem = (deps: TrashDeps, ownerId: number, id: string): Promise<void> =>
  deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    await trashLocked(deps, tx, ownerId, id);
  });

export async function trashLocked(
  deps: Pick<TrashDeps, 'clock' | 'search'>,
  tx: Tx,
  ownerId: number,
  id: string,
): Promise<void> {
  const counts = gatherCounts();
  await moveToTrash(deps, tx, ownerId, await findFile(tx, id), counts);
  await counts.write(tx);
}

export const trashItems = (deps: TrashDeps, ownerId: number, ids: readonly string[]): Promise<ItemBatchResult> =>
  changeInBatches(deps.database, ids, async (tx, some) => {
    await lockTree(tx, ownerId);
    const { changed, failed } = await changeEach(tx, some, (item, counts) =>
      moveToTrash(deps, tx, ownerId, item, counts),
    );
    const updated: Item[] = [];
    for (const item of await listInOrder(tx, changed)) updated.push(await toTrashedItem(tx, item));
    return { updated, failed };
  });

async function moveToTrash(
  { clock, search }: Pick<TrashDeps, 'clock' | 'search'>,
  tx: Tx,
  ownerId: number,
  item: FileRow | undefined,
  counts: GatheredCounts,
): Promise<void> {
  if (!mayDo(ownerId, item, 'write')) throw fileNotFound();
  if (item.state === 'trashed') return;
  if (item.state !== 'alive') throw fileNotFound();
  await markTrashed(tx, item.rowId, clock.now());
  counts.out(item.parentRowId, item);
  await addTrashBytes(tx, ownerId, item.sizeBytes);
  search.changed(tx, ownerId, [item.rowId]);
}

/** Restores to the item's folder, or to the root if that is not alive. Throws `name_conflict`. */
export const restoreItem = (
  deps: TrashDeps,
  ownerId: number,
  id: string,
  rootId: string | null = null,
): Promise<Item> =>
  deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const counts = gatherCounts();
    await takeFromTrash(deps, tx, { ownerId, rootId }, await findFile(tx, id), counts);
    await counts.write(tx);
    return deps.toItem(await requireOwnItem(tx, ownerId, id));
  });

export const restoreItems = (
  deps: TrashDeps,
  ownerId: number,
  ids: readonly string[],
  rootId: string | null = null,
): Promise<ItemBatchResult> =>
  changeInBatches(deps.database, ids, async (tx, some) => {
    await lockTree(tx, ownerId);
    const { changed, failed } = await changeEach(tx, some, (item, counts) =>
      takeFromTrash(deps, tx, { ownerId, rootId }, item, counts),
    );
    return { updated: (await listInOrder(tx, changed)).map((item) => deps.toItem(item)), failed };
  });

async function takeFromTrash(
  { search }: TrashDeps,
  tx: Tx,
  { ownerId, rootId }: { readonly ownerId: number; readonly rootId: string | null },
  item: FileRow | undefined,
  counts: GatheredCounts,
): Promise<void> {
  if (!mayDo(ownerId, item, 'write') || item.state !== 'trashed')
    throw new DomainError('file_not_found', 'There is no such file or folder in your trash.');
  const folderRowId = (await isAliveFolder(tx, item.parentRowId))
    ? item.parentRowId
    : ((await findFolder(tx, ownerId, rootId))?.rowId ?? (await getRoot(tx, ownerId)));
  const { rowId, name } = item;
  if (!(await placeItem(tx, { rowId, folderRowId, name, nameKey: foldName(name) })))
    throw new DomainError('name_conflict', 'The folder contains another item of this name. Rename that one first.');
  // An item that was trashed with a folder above it is still counted there.
  if (item.ownState === 'alive') counts.out(item.parentRowId, item);
  counts.in(folderRowId, item);
  await addTrashBytes(tx, ownerId, -item.sizeBytes);
  search.changed(tx, ownerId, [rowId]);
}

const itemsAtOnce = 100;

/** Newest first: every file, those of a trashed folder with its time; on request also the folders trashed themselves. */
export async function* listTrash(
  reader: Reader,
  ownerId: number,
  { includeFolders, rootId = null }: { readonly includeFolders: boolean; readonly rootId?: string | null },
): AsyncGenerator<Item[]> {
  const root = rootId === null ? undefined : await findFolder(reader, ownerId, rootId);
  // The folder was trashed since the request was admitted.
  if (rootId !== null && root === undefined) return;
  let trashed: Awaited<ReturnType<typeof listTrashed>> = [];
  do {
    trashed = await listTrashed(reader, ownerId, { before: trashed.at(-1), limit: itemsAtOnce });
    let batch: Item[] = [];
    for (const item of trashed) {
      if (root !== undefined && !(await isWithin(reader, item.parentRowId, root.rowId))) continue;
      if (!item.isFolder || includeFolders) batch.push(trashedItem(item, item));
      if (!item.isFolder) continue;
      yield batch;
      batch = [];
      yield* filesBelow(reader, item);
    }
    yield batch;
    await setImmediate();
  } while (trashed.length === itemsAtOnce);
}

async function* filesBelow(reader: Reader, folder: FileRow & FolderRow): AsyncGenerator<Item[]> {
  for await (const folders of walkFolders(reader, folder))
    for await (const files of filesIn(reader, folders, 'trashed')) yield files.map((file) => trashedItem(file, folder));
}

/** What an owner trashed, each folder as one item, newest first. With `folderId`, only below that folder. */
export async function listTrashedItems(
  reader: Reader,
  { ownerId, folderId }: PathRoot,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<TrashPage> {
  const paths = new FormerPaths(reader, folderId);
  const items: TrashedItem[] = [];
  let before = cursor === undefined ? undefined : await findCursorRow(reader, ownerId, cursor);
  for (;;) {
    const rows = await listTrashed(reader, ownerId, { before, limit: limit + 1 });
    for (const row of rows) {
      if (items.length === limit) {
        const nextCursor =
          before && writeTreeCursor({ folderIds: [], last: { id: before.id, createdAt: before.deletedAt ?? 0 } });
        return { items, pagination: { nextCursor: nextCursor ?? null } };
      }
      before = row;
      const place = await paths.folderOf(row);
      if (place === undefined) continue;
      items.push({
        ...toBareItem(row),
        size: row.sizeBytes,
        path: place === null ? null : `${place}/${row.name}`,
      });
    }
    if (rows.length <= limit) return { items, pagination: { nextCursor: null } };
    await setImmediate();
  }
}

/** Purged items keep their row, so that a page can begin after one. */
async function findCursorRow(
  reader: Reader,
  ownerId: number,
  cursor: string,
): Promise<Pick<FileRow, 'id' | 'rowId' | 'deletedAt'>> {
  const { last } = readTreeCursor(cursor);
  const row = last && (await findFile(reader, last.id));
  if (last === undefined || !mayDo(ownerId, row, 'read')) throw invalidCursor();
  return { id: row.id, rowId: row.rowId, deletedAt: last.createdAt };
}

/** Paths of the folders that trashed items were in, looked up once per folder. */
class FormerPaths {
  readonly #reader: Reader;
  readonly #rootId: string | null;
  readonly #known = new Map<number, string | null | undefined>();

  /** Paths begin at the folder `rootId`, if it is not null. */
  constructor(reader: Reader, rootId: string | null) {
    this.#reader = reader;
    this.#rootId = rootId;
  }

  /** Empty for the root; null if a folder on the path was purged; undefined if the item is not below the root folder. */
  async folderOf({ parentId, parentRowId }: FileRow): Promise<string | null | undefined> {
    if (!this.#known.has(parentRowId)) this.#known.set(parentRowId, await this.#find(parentId));
    return this.#known.get(parentRowId);
  }

  async #find(parentId: string | null): Promise<string | null | undefined> {
    const folders = parentId === null ? [] : await listPath(this.#reader, parentId);
    const start = this.#rootId === null ? 0 : folders.findIndex(({ id }) => id === this.#rootId) + 1;
    if (this.#rootId !== null && start === 0) return undefined;
    const below = folders.slice(start);
    if (below.some(({ name }) => name === '')) return null;
    return below.map(({ name }) => `/${name}`).join('');
  }
}

export async function toTrashedItem(reader: Reader, item: FileRow): Promise<Item> {
  // An item that was trashed with a folder above it has the time of the nearest.
  const path = item.ownState === 'alive' ? await listPath(reader, item.id) : [];
  return trashedItem(item, path.findLast(({ ownState }) => ownState === 'trashed') ?? item);
}

const trashedItem = (item: FileRow, { deletedAt }: FileRow): Item => ({
  ...toBareItem({ ...item, deletedAt }),
  ...(item.isFolder ? { size: null } : {}),
});
