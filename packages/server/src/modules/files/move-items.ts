import { foldName, limits, type BatchFailure, type ChangedField } from '@drive/contract';
import { currentActor, mayDo, type Action } from '../../platform/access/index.ts';
import type { Dialect, Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  changeAnnotations,
  type AnnotationChange,
  type ChangedAnnotations,
  type CountBytes,
} from './annotations/annotate.ts';
import type { ItemChanges } from './changes/item-changes.ts';
import { isSameTree, type FileRow } from './items/item-row.ts';
import { requireMatch } from './items/precondition.ts';
import type { TreeMove, TreeMoves } from './moves/tree-move.ts';
import { changesAccess, isWithin, listFoldersAbove, upFrom } from './tree/ancestor-store.ts';
import { changeTrees } from './tree/change-trees.ts';
import { requireAlive, requireItem, requireTarget, requireToChange } from './tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from './tree/folder-rollup.ts';
import { findChild, findFolderFor, type FolderFor, type FolderRow } from './tree/folder-store.ts';
import { nameConflict } from './tree/folders.ts';
import { putInFolders, TakenNames, type ItemsRead } from './tree/item-batch-store.ts';
import {
  changeInBatches,
  changeTogether,
  failureOf,
  listChanged,
  type ChangedItems,
  type Judge,
} from './tree/item-batch.ts';
import { placeItem, setModifiedAt } from './tree/item-store.ts';
import type { ItemWork } from './tree/item-work.ts';
import { dropStoredBytes, requireRoom, storeBytes } from './tree/storage-usage-store.ts';
import type { Planned, TreeQuotas } from './tree/tree-quota-store.ts';

export type MoveDeps = Pick<Ports, 'database' | 'clock' | 'random'> & {
  readonly changes: ItemChanges;
  readonly quotas: TreeQuotas;
  readonly treeMoves: TreeMoves;
  readonly work: ItemWork;
  readonly config: { readonly maxItems: number };
};

/** A change of an item's place, dates, metadata and tags, all or none of it. */
export interface ItemUpdate extends AnnotationChange {
  /** Cleaned by `ItemName`. undefined: unchanged. */
  readonly name: string | undefined;
  /** null: the root of the caller. undefined: unchanged. */
  readonly parentId: string | null | undefined;
  /** Of files only. undefined: unchanged. */
  readonly modifiedAt?: number | undefined;
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
}

export async function updateItem(deps: MoveDeps, caller: Planned, id: string, change: ItemUpdate): Promise<FileRow> {
  const { userId } = caller;
  if (change.parentId !== undefined) await drawMove(deps, userId, [id], change.parentId);
  return changeTrees(deps.database, userId, async (tx) => {
    const counts = gatherCounts();
    const item = await requireToChange(tx, userId, id, isRename(change) ? 'tidy' : 'write', deps.clock.now());
    requireMatch(change.ifMatch, item);
    const { name, parentId, modifiedAt } = change;
    if (modifiedAt !== undefined && item.isFolder) throw noFolderTime();
    const folder = parentId === undefined ? 'same' : await requireTarget(deps, tx, userId, parentId, 'write');
    if (folder !== 'same' && !isSameTree(item, folder)) {
      await moveToOwner(deps, tx, caller, { item, folder, name: name ?? item.name, most: limits.movedAtOnce });
      const moved = await requireItem(tx, userId, id);
      const annotated = await changeAnnotations(tx, moved, change, countBytesOf(deps, caller, moved));
      await changePlace(deps, tx, counts, moved, { name: undefined, folder: 'same', modifiedAt, annotated });
      return { ...(await requireItem(tx, userId, id)), accessChanged: true };
    }
    const annotated = await changeAnnotations(tx, item, change, countBytesOf(deps, caller, item));
    await changePlace(deps, tx, counts, item, { name, folder, modifiedAt, annotated });
    await counts.write(tx);
    const after = await requireItem(tx, userId, id);
    if (folder === 'same' || folder.rowId === item.parentRowId) return after;
    const folders = await listFoldersAbove(tx, deps.database.dialect, [item.parentRowId, folder.rowId]);
    return { ...after, accessChanged: changesAccess(folders, item.parentRowId, folder.rowId) };
  });
}

/**
 * Draws the work of a move to a folder (items.id; null: the root of the user) from the budget of the user. A move that the folder
 * refuses is free. `most`: as of `drawMoved`.
 */
export async function drawMove(
  { database, work }: Pick<MoveDeps, 'database' | 'work'>,
  userId: number,
  ids: readonly string[],
  parentId: string | null,
  most?: number,
): Promise<void> {
  const folder = parentId === null ? { ownerId: userId } : await findFolderFor(database.reader, userId, parentId);
  if (mayDo(userId, folder, 'write')) await work.drawMoved(userId, ids, folder.ownerId, most);
}

/** Moves an item to the tree of another owner. Returns the number of items. Throws before it changes anything. */
export async function moveToOwner(
  { treeMoves }: Pick<MoveDeps, 'treeMoves'>,
  tx: Tx,
  caller: Planned,
  move: TreeMove,
): Promise<number> {
  const counts = gatherCounts();
  const isTaken = async (name: string): Promise<boolean> =>
    (await findChild(tx, move.folder.rowId, name)) !== undefined;
  const moved = await treeMoves.move(tx, caller, counts, move, isTaken);
  await counts.write(tx);
  return moved;
}

const isRename = ({ name, parentId, modifiedAt, metadata, tags }: ItemUpdate): boolean =>
  name !== undefined && [parentId, modifiedAt, metadata, tags].every((field) => field === undefined);

/** Counts the bytes of metadata with those of the item's tree. */
const countBytesOf =
  ({ quotas, config }: MoveDeps, caller: Planned, { ownerId }: FileRow): CountBytes =>
  async (tx, bytes) => {
    if (bytes < 0) return dropStoredBytes(tx, ownerId, -bytes);
    const { planQuotaBytes, storageOf } = await quotas.of(tx, caller, ownerId);
    const limits = { quotaBytes: planQuotaBytes, maxItems: config.maxItems };
    requireRoom(await storeBytes(tx, ownerId, { bytes, files: 0 }, limits), storageOf);
  };

function noFolderTime(): DomainError {
  const message = 'must be omitted: a folder has no modification time';
  return new DomainError('validation_failed', `modifiedAt ${message}`, {
    issues: [{ field: 'modifiedAt', message, code: 'invalid' }],
  });
}

/** Call with the tree locked. Throws `name_conflict` and `folder_cycle` before it changes anything. */
export async function placeLocked(
  deps: Pick<MoveDeps, 'changes' | 'clock'>,
  tx: Tx,
  userId: number,
  id: string,
  {
    folderRowId,
    name,
    action = 'write',
  }: { readonly folderRowId: number; readonly name: string; readonly action?: Action },
): Promise<void> {
  const counts = gatherCounts();
  const item = await requireToChange(tx, userId, id, action, deps.clock.now());
  await changePlace(deps, tx, counts, item, { name, folder: { rowId: folderRowId, ownerId: item.ownerId } });
  await counts.write(tx);
}

export async function moveItems(
  deps: MoveDeps,
  caller: Planned,
  ids: readonly string[],
  parentId: string | null,
): Promise<ChangedItems> {
  const { database, changes } = deps;
  const { userId } = caller;
  // Items that one request moves to other owners.
  let moved = 0;
  await drawMove(deps, userId, ids, parentId);
  return changeInBatches(database, userId, ids, async (tx, some) => {
    const target = await findTarget(deps, tx, userId, parentId);
    const toOtherTree: FileRow[] = [];
    let movedHere = 0;
    const outcome = await changeTogether(tx, { dialect: database.dialect, userId }, some, {
      alsoFolders: target instanceof Error ? [] : [target.folder.rowId],
      prepare: async (read) =>
        target instanceof Error
          ? (item) => {
              requireAlive(item, userId);
              throw target;
            }
          : judgeMoves(userId, read, await namesIn(tx, database.dialect, read, target.folder), target, toOtherTree),
      write: async (moves, counts) => {
        for (const { before, after } of moves) {
          counts.out(before.parentRowId, before);
          counts.in(after.parentRowId, after);
          changes.updated(tx, after, ['parent'], before);
        }
        await putInFolders(
          tx,
          database.dialect,
          moves.map(({ after }) => after),
        );
      },
    });
    const widened = new Set(
      outcome.changes.filter(({ after }) => after.accessChanged === true).map(({ after }) => after.id),
    );
    const updated = await listChanged(tx, userId, outcome);
    const kept = updated.map((item) => ({ ...item, accessChanged: widened.has(item.id) }));
    if (toOtherTree.length === 0 || target instanceof Error) return { updated: kept, failed: outcome.failed };
    const { folder } = target;
    const across = await changeEachOf(toOtherTree, async ({ id }) => {
      // As the moves before have left it: they may have taken it along, or something out of it.
      const item = await requireItem(tx, userId, id, 'write');
      const { name } = item;
      const most = limits.movedAtOnce - moved - movedHere;
      if (isSameTree(item, folder)) await placeLocked(deps, tx, userId, id, { folderRowId: folder.rowId, name });
      else movedHere += await moveToOwner(deps, tx, caller, { item, folder, name, most });
      return { ...(await requireItem(tx, userId, id)), accessChanged: true };
    });
    tx.afterCommit(() => (moved += movedHere));
    return inOrder(some, kept, across, outcome.failed);
  });
}

/** Each alone: a refused change has changed nothing. */
async function changeEachOf(
  items: readonly FileRow[],
  change: (item: FileRow) => Promise<FileRow>,
): Promise<ChangedItems> {
  const updated: FileRow[] = [];
  const failed: BatchFailure[] = [];
  for (const item of items)
    try {
      updated.push(await change(item));
    } catch (error) {
      failed.push(failureOf(item.id, error));
    }
  return { updated, failed };
}

/** What was moved within its tree and to another one, in the order of the request. */
function inOrder(
  ids: readonly string[],
  kept: readonly FileRow[],
  across: ChangedItems,
  refused: readonly BatchFailure[],
): ChangedItems {
  const updated = new Map([...kept, ...across.updated].map((item) => [item.id, item]));
  // Whoever moves to another tree was refused within its own.
  const failed = new Map([...refused, ...across.failed].map((failure) => [failure.id, failure]));
  return {
    updated: ids.flatMap((id) => updated.get(id) ?? []),
    failed: ids.flatMap((id) => (updated.has(id) ? [] : (failed.get(id) ?? []))),
  };
}

/** The folder to move to; or why there is none, which is the failure of each item. */
async function findTarget(
  deps: MoveDeps,
  tx: Tx,
  userId: number,
  parentId: string | null,
): Promise<MoveTarget | DomainError> {
  try {
    const folder = await requireTarget(deps, tx, userId, parentId, 'write');
    return { folder, parentId: folder.isRoot ? null : parentId };
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
}

const namesIn = (tx: Tx, dialect: Dialect, { items }: ItemsRead, { rowId }: Pick<FolderRow, 'rowId'>) =>
  TakenNames.read(
    tx,
    dialect,
    [...items.values()].map(({ name }) => ({ folder: rowId, name })),
  );

interface MoveTarget {
  readonly folder: Pick<FolderFor, 'rowId' | 'ownerId'>;
  /** As the API names the folder. */
  readonly parentId: string | null;
}

function judgeMoves(
  userId: number,
  { folders }: ItemsRead,
  names: TakenNames,
  { folder, parentId }: MoveTarget,
  toOtherTree: FileRow[],
): Judge {
  const target = new Set([...upFrom(folders, folder.rowId)].map(({ rowId }) => rowId));
  return (found) => {
    const item = requireAlive(found, userId, 'write');
    if (item.parentRowId === folder.rowId) return item;
    if (!isSameTree(item, folder)) toOtherTree.push(item);
    requireSameTree(item, folder);
    if (item.isFolder && target.has(item.rowId)) throw folderCycle();
    if (!names.take(item.rowId, { folder: folder.rowId, name: item.name })) throw nameConflict();
    return {
      ...item,
      parentRowId: folder.rowId,
      parentId,
      revision: item.revision + 1,
      modifiedBy: currentActor(),
      accessChanged: changesAccess(folders, item.parentRowId, folder.rowId),
    };
  };
}

function requireSameTree(item: FileRow, folder: Pick<FolderFor, 'ownerId'>): void {
  if (!isSameTree(item, folder))
    throw new DomainError('access_denied', 'Here items cannot be moved to the tree of another owner. Copy them.');
}

const folderCycle = (): DomainError => new DomainError('folder_cycle', 'A folder cannot be moved into itself.');

/** Call with the tree locked. Throws before it changes anything. */
async function changePlace(
  { changes }: Pick<MoveDeps, 'changes'>,
  tx: Tx,
  counts: GatheredCounts,
  item: FileRow,
  {
    name,
    folder,
    modifiedAt,
    annotated,
  }: {
    readonly name: string | undefined;
    readonly folder: Pick<FolderFor, 'rowId' | 'ownerId'> | 'same';
    readonly modifiedAt?: number | undefined;
    /** A change that was made before. */
    readonly annotated?: ChangedAnnotations;
  },
): Promise<void> {
  if (folder !== 'same') requireSameTree(item, folder);
  const folderRowId = folder === 'same' ? item.parentRowId : folder.rowId;
  const moves = folderRowId !== item.parentRowId;
  const newName = name ?? item.name;
  const changed: ChangedField[] = newName === item.name ? [] : ['name'];
  if (moves) changed.push('parent');
  const isPlaced = changed.length > 0;
  if (moves && item.isFolder && (await isWithin(tx, folderRowId, item.rowId))) throw folderCycle();

  const place = { rowId: item.rowId, folderRowId, name: newName, nameKey: foldName(newName) };
  if (isPlaced && !(await placeItem(tx, place))) throw nameConflict();
  if (moves) {
    counts.out(item.parentRowId, item);
    counts.in(folderRowId, item);
  }
  if (modifiedAt !== undefined && (await setModifiedAt(tx, item.rowId, modifiedAt))) changed.push('modifiedAt');
  if (annotated !== undefined) changed.push(...annotated.changed);
  if (changed.length === 0) return;
  const annotations = annotated === undefined ? item.annotations : annotated.annotations;
  const after = { ...item, name: newName, parentRowId: folderRowId, annotations };
  changes.updated(tx, after, changed, isPlaced ? item : undefined);
}
