import type { Item, ItemBatchResult } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import type { FileRow } from '../items/item-row.ts';
import { toBareItem, type ToItem } from '../items/item.ts';
import { requireMatch } from '../items/precondition.ts';
import { stateUnder, upFrom, type FoldersAbove } from '../tree/ancestor-store.ts';
import { fileNotFound } from '../tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from '../tree/folder-rollup.ts';
import { putInFolders, readItems, TakenNames, type ItemsRead } from '../tree/item-batch-store.ts';
import { changeInBatches, changeTogether, listChanged, type ItemChange, type Judge } from '../tree/item-batch.ts';
import { findFile, findFolder, findFolderAt } from '../tree/item-store.ts';
import { getRoot, lockTree } from '../tree/root-folder.ts';
import { markTrashed } from './trash-store.ts';

type TrashDeps = Pick<Ports, 'database' | 'clock'> & {
  readonly changes: ItemChanges;
  readonly toItem: ToItem;
};
type WriteDeps = Omit<TrashDeps, 'toItem'>;

/** Moves an item, with all that is in it, to the trash. Does nothing if it is there already. */
export const trashItem = (
  deps: WriteDeps,
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
  deps: WriteDeps,
  tx: Tx,
  ownerId: number,
  id: string,
  { ifMatch, onlyIfEmpty = false }: TrashConditions = {},
): Promise<void> {
  const item = await findFile(tx, id);
  if (mayDo(ownerId, item, 'write')) {
    requireMatch(ifMatch, item);
    if (onlyIfEmpty && item.state === 'alive') await requireEmpty(tx, item);
  }
  const after = judgeTrash(ownerId, deps.clock.now())(item);
  if (item === undefined || after === item) return;
  const counts = gatherCounts();
  await moveToTrash(deps, tx, [{ before: item, after }], counts);
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
    const updated: Item[] = [];
    const judge = judgeTrash(ownerId, deps.clock.now());
    const { failed } = await changeTogether(tx, deps.database.dialect, some, {
      prepare:
        ({ folders }) =>
        (item) => {
          const after = judge(item);
          updated.push(toTrashedItem(after, folders));
          return after;
        },
      write: (changes, counts) => moveToTrash(deps, tx, changes, counts),
    });
    return { updated, failed };
  });

const judgeTrash =
  (ownerId: number, now: number): Judge =>
  (item) => {
    if (!mayDo(ownerId, item, 'write')) throw fileNotFound();
    if (item.state === 'trashed') return item;
    if (item.state !== 'alive') throw fileNotFound();
    return { ...item, state: 'trashed', ownState: 'trashed', deletedAt: now };
  };

async function moveToTrash(
  { database, clock, changes }: WriteDeps,
  tx: Tx,
  items: readonly ItemChange[],
  counts: GatheredCounts,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const rowIds = items.map(({ before }) => before.rowId);
  await markTrashed(tx, database.dialect, rowIds, { now: clock.now(), userId: first.before.ownerId });
  for (const { before } of items) {
    counts.out(before.parentRowId, before);
    counts.trashed(before.ownerId, before.sizeBytes);
    changes.trashed(tx, before);
  }
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
    const { dialect } = deps.database;
    const read = await readItems(tx, dialect, [id]);
    const item = read.items.get(id);
    const after = (await prepareRestore(deps, tx, { ownerId, rootId }, read))(item);
    const counts = gatherCounts();
    if (item !== undefined) await takeFromTrash(deps, tx, [{ before: item, after }], counts);
    await counts.write(tx);
    return deps.toItem(after);
  });

export const restoreItems = (
  deps: TrashDeps,
  ownerId: number,
  ids: readonly string[],
  rootId: string | null = null,
): Promise<ItemBatchResult> =>
  changeInBatches(deps.database, ids, async (tx, some) => {
    await lockTree(tx, ownerId);
    const outcome = await changeTogether(tx, deps.database.dialect, some, {
      prepare: (read) => prepareRestore(deps, tx, { ownerId, rootId }, read),
      write: (changes, counts) => takeFromTrash(deps, tx, changes, counts),
    });
    return { updated: (await listChanged(tx, outcome)).map((item) => deps.toItem(item)), failed: outcome.failed };
  });

async function prepareRestore(
  { database }: WriteDeps,
  tx: Tx,
  { ownerId, rootId }: { readonly ownerId: number; readonly rootId: string | null },
  { items, folders }: ItemsRead,
): Promise<Judge> {
  const isRestorable = (item: FileRow | undefined): item is FileRow =>
    mayDo(ownerId, item, 'write') && item.state === 'trashed';
  const restorable = [...items.values()].filter(isRestorable);
  const isKept = ({ parentRowId }: FileRow): boolean => stateUnder(folders, parentRowId) === 'alive';
  const top = restorable.every(isKept) ? undefined : await findTop(tx, ownerId, rootId);
  const placed = (item: FileRow): FileRow => {
    const back: FileRow = { ...item, state: 'alive', ownState: 'alive', deletedAt: null };
    return top === undefined || isKept(item)
      ? back
      : { ...back, ...top, revision: item.revision + (item.parentRowId === top.parentRowId ? 0 : 1) };
  };
  const places = restorable.map(placed);
  const names = await TakenNames.read(
    tx,
    database.dialect,
    places.map(({ parentRowId, name }) => ({ folder: parentRowId, name })),
  );
  const afterwards = new Map(places.map((after) => [after.rowId, after]));
  return (item) => {
    const after = isRestorable(item) ? afterwards.get(item.rowId) : undefined;
    if (after === undefined) throw new DomainError('file_not_found', 'There is no such file or folder in your trash.');
    if (!names.take(after.rowId, { folder: after.parentRowId, name: after.name }))
      throw new DomainError('name_conflict', 'The folder contains another item of this name. Rename that one first.');
    return after;
  };
}

/** Where items are restored to whose folder is not alive: the folder of a key, or the root. */
async function findTop(
  tx: Tx,
  ownerId: number,
  rootId: string | null,
): Promise<Pick<FileRow, 'parentRowId' | 'parentId'>> {
  const folder = await findFolder(tx, ownerId, rootId);
  return folder === undefined
    ? { parentRowId: await getRoot(tx, ownerId), parentId: null }
    : { parentRowId: folder.rowId, parentId: rootId };
}

async function takeFromTrash(
  { database, changes }: WriteDeps,
  tx: Tx,
  items: readonly ItemChange[],
  counts: GatheredCounts,
): Promise<void> {
  await putInFolders(
    tx,
    database.dialect,
    items.map(({ after }) => after),
  );
  for (const { before, after } of items) {
    // An item that was trashed with a folder above it is still counted there.
    if (before.ownState === 'alive') counts.out(before.parentRowId, before);
    counts.in(after.parentRowId, before);
    counts.trashed(before.ownerId, -before.sizeBytes);
    changes.restored(tx, after, before);
  }
}

/** An item that was trashed with a folder above it has the time of the nearest. */
export function toTrashedItem(item: FileRow, folders: FoldersAbove): Item {
  const above = item.ownState === 'alive' ? [...upFrom(folders, item.parentRowId)] : [];
  return trashedItem(item, above.find(({ state }) => state === 'trashed') ?? item);
}

/** The item as the trash shows it, with the time of the item that was trashed itself. */
export const trashedItem = (item: FileRow, { deletedAt }: Pick<FileRow, 'deletedAt'>): Item => ({
  ...toBareItem({ ...item, deletedAt }),
  ...(item.isFolder ? { size: null } : {}),
});
