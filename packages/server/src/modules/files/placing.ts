import { errorStatus, foldName, type BatchFailure, type Item, type MoveResult } from '@drive/contract';
import type { Database, Tx } from '../../platform/db/database.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FileRow } from './file-row.ts';
import { folderNotFound, nameConflict } from './folders.ts';
import type { ToItem } from './item.ts';
import { requireOwnItem } from './lookup.ts';
import { isWithin, placeItem } from './placing-store.ts';
import { lockTree } from './root.ts';
import type { NameSearch } from './search/name-search.ts';
import { findFolder } from './store.ts';
import { countIn, countOut } from './totals.ts';

export interface PlacingDeps {
  readonly database: Database;
  readonly search: NameSearch;
  readonly toItem: ToItem;
}

export interface PlaceChange {
  /** Cleaned, as `ItemName` gives it. undefined: as it is. */
  readonly name: string | undefined;
  /** null: the root. undefined: where it is. */
  readonly parentId: string | null | undefined;
}

/** Renames, moves, or both: all of it or nothing. */
export const updateItem = (deps: PlacingDeps, ownerId: number, id: string, change: PlaceChange): Promise<Item> =>
  deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    return deps.toItem(await changePlace(deps, tx, ownerId, id, change));
  });

/** So many in one transaction that nobody else waits for longer than a few milliseconds. */
const movesAtOnce = 16;

/** Each id for itself. Given twice, it counts once. */
export async function moveItems(
  deps: PlacingDeps,
  ownerId: number,
  ids: readonly string[],
  parentId: string | null,
): Promise<MoveResult> {
  const moved: Item[] = [];
  const failed: BatchFailure[] = [];
  const distinct = [...new Set(ids)];
  for (let from = 0; from < distinct.length; from += movesAtOnce) {
    const outcomes = await deps.database.write(async (tx) => {
      await lockTree(tx, ownerId);
      const each: (Item | BatchFailure)[] = [];
      for (const id of distinct.slice(from, from + movesAtOnce))
        each.push(await tryMove(deps, tx, ownerId, id, parentId));
      return each;
    });
    for (const outcome of outcomes) {
      if ('status' in outcome) failed.push(outcome);
      else moved.push(outcome);
    }
  }
  return { moved, failed };
}

async function tryMove(
  deps: PlacingDeps,
  tx: Tx,
  ownerId: number,
  id: string,
  parentId: string | null,
): Promise<Item | BatchFailure> {
  try {
    return deps.toItem(await changePlace(deps, tx, ownerId, id, { name: undefined, parentId }));
  } catch (error) {
    // What is refused has changed nothing yet, so the others of the transaction stand.
    if (!isDomainError(error)) throw error;
    return { id, message: error.message, status: errorStatus[error.code] };
  }
}

/** Refuses before it changes anything. Under the tree's lock. */
async function changePlace(
  { search }: PlacingDeps,
  tx: Tx,
  ownerId: number,
  id: string,
  { name, parentId }: PlaceChange,
): Promise<FileRow> {
  const item = await requireOwnItem(tx, ownerId, id);
  const folderRowId = parentId === undefined ? item.parentRowId : (await findFolder(tx, ownerId, parentId))?.rowId;
  if (folderRowId === undefined) throw folderNotFound();
  const moves = folderRowId !== item.parentRowId;
  if (!moves && (name ?? item.name) === item.name) return item;
  if (moves && item.isFolder && (await isWithin(tx, folderRowId, item.rowId)))
    throw new DomainError('folder_cycle', 'A folder cannot be moved into itself.');

  const newName = name ?? item.name;
  if (!(await placeItem(tx, { rowId: item.rowId, folderRowId, name: newName, nameKey: foldName(newName) })))
    throw nameConflict();
  if (moves) {
    await countOut(tx, item.parentRowId, item);
    await countIn(tx, folderRowId, item);
  }
  search.changed(tx, ownerId, [item.rowId]);
  return requireOwnItem(tx, ownerId, id);
}
