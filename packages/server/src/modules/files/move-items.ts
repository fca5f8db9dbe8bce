import { setImmediate } from 'node:timers/promises';
import { errorStatus, foldName, type BatchFailure, type Item, type MoveResult } from '@drive/contract';
import type { Tx } from '../../platform/db/database.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { isWithin } from './ancestors.ts';
import { folderNotFound, nameConflict } from './folders.ts';
import type { ToItem } from './item.ts';
import { requireOwnItem } from './find-item.ts';
import { lockTree } from './root-folder.ts';
import type { NameSearch } from './search/name-search.ts';
import { findFolder, placeItem, type FolderRow } from './item-store.ts';
import { gatherCounts, type GatheredCounts } from './folder-rollup.ts';

type MoveDeps = Pick<Ports, 'database'> & { readonly search: NameSearch; readonly toItem: ToItem };

export interface PlaceChange {
  /** Cleaned by `ItemName`. undefined: unchanged. */
  readonly name: string | undefined;
  /** null: the root. undefined: unchanged. */
  readonly parentId: string | null | undefined;
}

/** Renames or moves an item, or both in one transaction. */
export const updateItem = (deps: MoveDeps, ownerId: number, id: string, change: PlaceChange): Promise<Item> =>
  deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const counts = gatherCounts();
    await changePlace(deps, tx, counts, ownerId, id, {
      name: change.name,
      folder: change.parentId === undefined ? 'same' : await findFolder(tx, ownerId, change.parentId),
    });
    await counts.write(tx);
    return deps.toItem(await requireOwnItem(tx, ownerId, id));
  });

/** Per transaction, which then takes a few milliseconds. */
const movesAtOnce = 8;

/** Moves each item independently of the others. Ignores repeated ids. */
export async function moveItems(
  deps: MoveDeps,
  ownerId: number,
  ids: readonly string[],
  parentId: string | null,
): Promise<MoveResult> {
  const moved: Item[] = [];
  const failed: BatchFailure[] = [];
  const distinct = [...new Set(ids)];
  for (let from = 0; from < distinct.length; from += movesAtOnce) {
    const batch = await deps.database.write((tx) =>
      moveTogether(deps, tx, ownerId, distinct.slice(from, from + movesAtOnce), parentId),
    );
    moved.push(...batch.moved);
    failed.push(...batch.failed);
    // Lets other requests proceed.
    await setImmediate();
  }
  return { moved, failed };
}

async function moveTogether(
  deps: MoveDeps,
  tx: Tx,
  ownerId: number,
  ids: readonly string[],
  parentId: string | null,
): Promise<MoveResult> {
  await lockTree(tx, ownerId);
  const folder = await findFolder(tx, ownerId, parentId);
  const counts = gatherCounts();
  const movedIds: string[] = [];
  const failed: BatchFailure[] = [];
  for (const id of ids) {
    try {
      await changePlace(deps, tx, counts, ownerId, id, { name: undefined, folder });
      movedIds.push(id);
    } catch (error) {
      // A refused move has changed nothing, so the transaction continues.
      if (!isDomainError(error)) throw error;
      failed.push({ id, message: error.message, status: errorStatus[error.code] });
    }
  }
  await counts.write(tx);
  const moved: Item[] = [];
  for (const id of movedIds) moved.push(deps.toItem(await requireOwnItem(tx, ownerId, id)));
  return { moved, failed };
}

/** Call with the tree locked. Throws before it changes anything. */
async function changePlace(
  { search }: MoveDeps,
  tx: Tx,
  counts: GatheredCounts,
  ownerId: number,
  id: string,
  { name, folder }: { readonly name: string | undefined; readonly folder: FolderRow | 'same' | undefined },
): Promise<void> {
  const item = await requireOwnItem(tx, ownerId, id);
  if (folder === undefined) throw folderNotFound();
  const folderRowId = folder === 'same' ? item.parentRowId : folder.rowId;
  const moves = folderRowId !== item.parentRowId;
  const newName = name ?? item.name;
  if (!moves && newName === item.name) return;
  if (moves && item.isFolder && (await isWithin(tx, folderRowId, item.rowId)))
    throw new DomainError('folder_cycle', 'A folder cannot be moved into itself.');

  if (!(await placeItem(tx, { rowId: item.rowId, folderRowId, name: newName, nameKey: foldName(newName) })))
    throw nameConflict();
  if (moves) {
    counts.out(item.parentRowId, item);
    counts.in(folderRowId, item);
  }
  search.changed(tx, ownerId, [item.rowId]);
}
