import { foldName, type Item, type ItemBatchResult } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import type { FileRow } from '../items/item-row.ts';
import { toBareItem, type ToItem } from '../items/item.ts';
import { requireMatch } from '../items/precondition.ts';
import { fileNotFound, requireOwnItem } from '../tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from '../tree/folder-rollup.ts';
import { changeEach, changeInBatches } from '../tree/item-batch.ts';
import {
  findFile,
  findFolder,
  findFolderAt,
  isAliveFolder,
  listInOrder,
  listPath,
  placeItem,
} from '../tree/item-store.ts';
import { getRoot, lockTree } from '../tree/root-folder.ts';
import { markTrashed } from './trash-store.ts';

type TrashDeps = Pick<Ports, 'database' | 'clock'> & {
  readonly changes: ItemChanges;
  readonly toItem: ToItem;
};

/** Moves an item, with all that is in it, to the trash. Does nothing if it is there already. */
export const trashItem = (
  deps: TrashDeps,
  ownerId: number,
  id: string,
  conditions: TrashConditions = {},
): Promise<void> =>
  deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    await trashLocked(deps, tx, ownerId, id, conditions);
  });

interface TrashConditions {
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
  readonly onlyIfEmpty?: boolean;
}

export async function trashLocked(
  deps: Pick<TrashDeps, 'clock' | 'changes'>,
  tx: Tx,
  ownerId: number,
  id: string,
  { ifMatch, onlyIfEmpty = false }: TrashConditions = {},
): Promise<void> {
  const counts = gatherCounts();
  const item = await findFile(tx, id);
  if (mayDo(ownerId, item, 'write')) {
    requireMatch(ifMatch, item);
    if (onlyIfEmpty && item.state === 'alive') await requireEmpty(tx, item);
  }
  await moveToTrash(deps, tx, ownerId, item, counts);
  await counts.write(tx);
}

/** What adds to a folder locks the tree, too. */
async function requireEmpty(tx: Tx, { rowId, name }: FileRow): Promise<void> {
  const { childFiles = 0, childFolders = 0 } = (await findFolderAt(tx, rowId)) ?? {};
  if (childFiles + childFolders > 0)
    throw new DomainError('folder_not_empty', `${name} is not empty: it contains ${childFiles + childFolders} items.`);
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
  { clock, changes }: Pick<TrashDeps, 'clock' | 'changes'>,
  tx: Tx,
  ownerId: number,
  item: FileRow | undefined,
  counts: GatheredCounts,
): Promise<void> {
  if (!mayDo(ownerId, item, 'write')) throw fileNotFound();
  if (item.state === 'trashed') return;
  if (item.state !== 'alive') throw fileNotFound();
  await markTrashed(tx, { rowId: item.rowId, now: clock.now(), userId: ownerId });
  counts.out(item.parentRowId, item);
  counts.trashed(ownerId, item.sizeBytes);
  changes.trashed(tx, item);
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
  { changes }: TrashDeps,
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
  counts.trashed(ownerId, -item.sizeBytes);
  changes.restored(tx, { ...item, parentRowId: folderRowId }, item);
}

export async function toTrashedItem(reader: Reader, item: FileRow): Promise<Item> {
  // An item that was trashed with a folder above it has the time of the nearest.
  const path = item.ownState === 'alive' ? await listPath(reader, item.id) : [];
  return trashedItem(item, path.findLast(({ ownState }) => ownState === 'trashed') ?? item);
}

/** The item as the trash shows it, with the time of the item that was trashed itself. */
export const trashedItem = (item: FileRow, { deletedAt }: FileRow): Item => ({
  ...toBareItem({ ...item, deletedAt }),
  ...(item.isFolder ? { size: null } : {}),
});
