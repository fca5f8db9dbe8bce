import { currentActor, mayDo, needsRole, requireMay, type GivenAccess } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import type { FileRow } from '../items/item-row.ts';
import { requireMatch } from '../items/precondition.ts';
import { stateUnder, upFrom, type FoldersAbove } from '../tree/ancestor-store.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { fileNotFound } from '../tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from '../tree/folder-rollup.ts';
import { findFolder, findFolderAt } from '../tree/folder-store.ts';
import { putInFolders, readItems, TakenNames, type ItemsRead } from '../tree/item-batch-store.ts';
import {
  changeInBatches,
  changeTogether,
  listChanged,
  type ChangedItems,
  type ItemChange,
  type Judge,
} from '../tree/item-batch.ts';
import { findFile } from '../tree/item-store.ts';
import { getRoot } from '../tree/root-folder.ts';
import { listFoldersOfOthers, markTrashed } from './trash-store.ts';

export type TrashDeps = Pick<Ports, 'database' | 'clock'> & { readonly changes: ItemChanges };

/** Moves an item, with all that is in it, to the trash of its tree. Does nothing if it is there already. */
export const trashItem = (
  deps: TrashDeps,
  userId: number,
  id: string,
  conditions: TrashConditions = {},
): Promise<void> => changeTrees(deps.database, userId, (tx) => trashLocked(deps, tx, userId, id, conditions));

interface TrashConditions {
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
  readonly onlyIfEmpty?: boolean;
}

/** Call in `changeTrees`, or with the tree locked. */
export async function trashLocked(
  deps: TrashDeps,
  tx: Tx,
  userId: number,
  id: string,
  { ifMatch, onlyIfEmpty = false }: TrashConditions = {},
): Promise<void> {
  const item = await findFile(tx, id, userId);
  const judge = await prepareTrash(deps, tx, userId, item === undefined ? [] : [item]);
  const after = judge(item);
  if (item === undefined) return;
  requireMatch(ifMatch, item);
  if (onlyIfEmpty && item.state === 'alive') await requireEmpty(tx, item);
  if (after === item) return;
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

export const trashItems = (deps: TrashDeps, userId: number, ids: readonly string[]): Promise<ChangedItems> =>
  changeInBatches(deps.database, userId, ids, async (tx, some) => {
    const updated: FileRow[] = [];
    const { failed } = await changeTogether(tx, { dialect: deps.database.dialect, userId }, some, {
      prepare: async ({ items, folders }) => {
        const judge = await prepareTrash(deps, tx, userId, [...items.values()]);
        return (item) => {
          const after = judge(item);
          updated.push(withTimeOf(after, folders));
          return after;
        };
      },
      write: (changes, counts) => moveToTrash(deps, tx, changes, counts),
    });
    return { updated, failed };
  });

/** A contributor may trash what they added, and so no folder to which others have added something. */
async function prepareTrash({ clock }: TrashDeps, tx: Tx, userId: number, items: readonly FileRow[]): Promise<Judge> {
  const now = clock.now();
  const ownFolders = items.filter(({ isFolder, given }) => isFolder && given?.role === 'contributor');
  const withOthers = await listFoldersOfOthers(
    tx,
    userId,
    ownFolders.map(({ rowId }) => rowId),
  );
  return (item) => {
    requireMay(userId, item, 'tidy', fileNotFound, now);
    if (withOthers.has(item.rowId)) throw needsRole('write', 'contributor');
    if (item.state === 'trashed') return item;
    if (item.state !== 'alive') throw fileNotFound();
    return { ...item, state: 'trashed', ownState: 'trashed', deletedAt: now };
  };
}

async function moveToTrash(
  { database, clock, changes }: TrashDeps,
  tx: Tx,
  items: readonly ItemChange[],
  counts: GatheredCounts,
): Promise<void> {
  if (items.length === 0) return;
  const rowIds = items.map(({ before }) => before.rowId);
  await markTrashed(tx, database.dialect, rowIds, { now: clock.now(), userId: currentActor() });
  for (const { before } of items) {
    counts.out(before.parentRowId, before);
    counts.trashed(before.ownerId, before.sizeBytes);
    changes.trashed(tx, before);
  }
}

/** Restores to the item's folder, or to the root if that is not alive. Throws `name_conflict`. */
export const restoreItem = (
  deps: TrashDeps,
  userId: number,
  id: string,
  rootId: string | null = null,
): Promise<FileRow> =>
  changeTrees(deps.database, userId, async (tx) => {
    const read = await readItems(tx, deps.database.dialect, userId, [id]);
    const item = read.items.get(id);
    const after = (await prepareRestore(deps, tx, { userId, rootId }, read))(item);
    const counts = gatherCounts();
    if (item !== undefined) await takeFromTrash(deps, tx, [{ before: item, after }], counts);
    await counts.write(tx);
    return after;
  });

export const restoreItems = (
  deps: TrashDeps,
  userId: number,
  ids: readonly string[],
  rootId: string | null = null,
): Promise<ChangedItems> =>
  changeInBatches(deps.database, userId, ids, async (tx, some) => {
    const outcome = await changeTogether(tx, { dialect: deps.database.dialect, userId }, some, {
      prepare: (read) => prepareRestore(deps, tx, { userId, rootId }, read),
      write: (changes, counts) => takeFromTrash(deps, tx, changes, counts),
    });
    return { updated: await listChanged(tx, userId, outcome), failed: outcome.failed };
  });

interface RestoreFor {
  readonly userId: number;
  /** Folder of the caller's key; null: none. */
  readonly rootId: string | null;
}

type RestorePlace = Pick<FileRow, 'parentRowId' | 'parentId'>;

async function prepareRestore(
  { database, clock }: TrashDeps,
  tx: Tx,
  { userId, rootId }: RestoreFor,
  { items, folders }: ItemsRead,
): Promise<Judge> {
  const now = clock.now();
  const isTrashed = (item: FileRow | undefined): item is FileRow =>
    mayDo(userId, item, 'read') && item.state === 'trashed';
  const restorable = [...items.values()].filter((item) => isTrashed(item) && mayDo(userId, item, 'tidy', now));
  const isKept = ({ parentRowId }: FileRow): boolean => stateUnder(folders, parentRowId) === 'alive';
  const own = restorable.filter(({ given }) => given === null);
  const top = own.every(isKept) ? undefined : await findTop(tx, userId, rootId);
  const placed = (item: FileRow): FileRow | undefined => {
    const back: FileRow = { ...item, state: 'alive', ownState: 'alive', deletedAt: null };
    if (isKept(item)) return back;
    const place = item.given === null ? top : nearestGiven(item, item.given, folders);
    if (place === undefined || item.parentRowId === place.parentRowId) return place && { ...back, ...place };
    return { ...back, ...place, revision: item.revision + 1, modifiedBy: currentActor() };
  };
  const places = restorable.flatMap((item) => placed(item) ?? []);
  const names = await TakenNames.read(
    tx,
    database.dialect,
    places.map(({ parentRowId, name }) => ({ folder: parentRowId, name })),
  );
  const afterwards = new Map(places.map((after) => [after.rowId, after]));
  return (item) => {
    if (!isTrashed(item)) throw notInTrash();
    requireMay(userId, item, 'tidy', notInTrash, now);
    const after = afterwards.get(item.rowId);
    if (after === undefined)
      throw new DomainError('folder_not_found', 'No folder that you reach is left to restore it to.');
    if (!names.take(after.rowId, { folder: after.parentRowId, name: after.name }))
      throw new DomainError('name_conflict', 'The folder contains another item of this name. Rename that one first.');
    return after;
  };
}

const notInTrash = (): DomainError =>
  new DomainError('file_not_found', 'There is no such file or folder in your trash.');

/** Where items are restored to whose folder is not alive: the folder of a key, or the root. */
async function findTop(tx: Tx, userId: number, rootId: string | null): Promise<RestorePlace> {
  const folder = await findFolder(tx, userId, rootId);
  return folder === undefined
    ? { parentRowId: await getRoot(tx, userId), parentId: null }
    : { parentRowId: folder.rowId, parentId: rootId };
}

/** The nearest folder above that is alive and in what the member was given. */
function nearestGiven(
  { rowId, parentRowId }: FileRow,
  { onRowIds }: GivenAccess,
  folders: FoldersAbove,
): RestorePlace | undefined {
  const above = [...upFrom(folders, parentRowId)];
  // What is above the topmost given folder is not the member's; an item that was given itself has nothing above it.
  const top = above.findLastIndex((folder) => folder.rowId !== rowId && onRowIds.includes(folder.rowId));
  const found = above.slice(0, top + 1).find((folder) => stateUnder(folders, folder.rowId) === 'alive');
  return found && { parentRowId: found.rowId, parentId: found.parentRowId === null ? null : found.id };
}

async function takeFromTrash(
  { database, changes }: TrashDeps,
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
export function withTimeOf(item: FileRow, folders: FoldersAbove): FileRow {
  const above = item.ownState === 'alive' ? [...upFrom(folders, item.parentRowId)] : [];
  const { deletedAt } = above.find(({ state }) => state === 'trashed') ?? item;
  return { ...item, deletedAt };
}
