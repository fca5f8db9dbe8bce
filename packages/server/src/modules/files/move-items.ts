import { foldName, type ChangedField, type Item, type MoveResult } from '@drive/contract';
import type { Dialect, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  changeAnnotations,
  type AnnotationChange,
  type ChangedAnnotations,
  type CountBytes,
} from './annotations/annotate.ts';
import type { ItemChanges } from './changes/item-changes.ts';
import type { FileRow } from './items/item-row.ts';
import type { ToItem } from './items/item.ts';
import { requireMatch } from './items/precondition.ts';
import { isWithin, upFrom } from './tree/ancestor-store.ts';
import { requireOwn, requireOwnItem } from './tree/find-item.ts';
import { gatherCounts, type GatheredCounts } from './tree/folder-rollup.ts';
import { folderNotFound, nameConflict } from './tree/folders.ts';
import { putInFolders, TakenNames, type ItemsRead } from './tree/item-batch-store.ts';
import { changeInBatches, changeTogether, listChanged, type Judge } from './tree/item-batch.ts';
import { findFolder, placeItem, setModifiedAt, type FolderRow } from './tree/item-store.ts';
import { lockTree } from './tree/root-folder.ts';

type MoveDeps = Pick<Ports, 'database'> & { readonly changes: ItemChanges; readonly toItem: ToItem };

/** A change of an item's place, dates, metadata and tags, all or none of it. */
export interface ItemUpdate extends AnnotationChange {
  /** Cleaned by `ItemName`. undefined: unchanged. */
  readonly name: string | undefined;
  /** null: the root. undefined: unchanged. */
  readonly parentId: string | null | undefined;
  /** Of files only. undefined: unchanged. */
  readonly modifiedAt?: number | undefined;
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
  readonly countBytes: CountBytes;
}

export const updateItem = (deps: MoveDeps, ownerId: number, id: string, change: ItemUpdate): Promise<Item> =>
  deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const counts = gatherCounts();
    const item = await requireOwnItem(tx, ownerId, id);
    requireMatch(change.ifMatch, item);
    const { name, parentId, modifiedAt } = change;
    if (modifiedAt !== undefined && item.isFolder) throw noFolderTime();
    const folder = parentId === undefined ? 'same' : await findFolder(tx, ownerId, parentId);
    const annotated = await changeAnnotations(tx, item, change, change.countBytes);
    await changePlace(deps, tx, counts, item, { name, folder, modifiedAt, annotated });
    await counts.write(tx);
    return deps.toItem(await requireOwnItem(tx, ownerId, id));
  });

function noFolderTime(): DomainError {
  const message = 'must be omitted: a folder has no modification time';
  return new DomainError('validation_failed', `modifiedAt ${message}`, {
    issues: [{ field: 'modifiedAt', message, code: 'invalid' }],
  });
}

/** Call with the tree locked. Throws `name_conflict` and `folder_cycle` before it changes anything. */
export async function placeLocked(
  deps: Pick<MoveDeps, 'changes'>,
  tx: Tx,
  ownerId: number,
  id: string,
  { folderRowId, name }: { readonly folderRowId: number; readonly name: string },
): Promise<void> {
  const counts = gatherCounts();
  await changePlace(deps, tx, counts, await requireOwnItem(tx, ownerId, id), { name, folder: { rowId: folderRowId } });
  await counts.write(tx);
}

export async function moveItems(
  deps: MoveDeps,
  ownerId: number,
  ids: readonly string[],
  parentId: string | null,
): Promise<MoveResult> {
  const { database, changes, toItem } = deps;
  const { updated, failed } = await changeInBatches(database, ids, async (tx, some) => {
    await lockTree(tx, ownerId);
    const folder = await findFolder(tx, ownerId, parentId);
    const outcome = await changeTogether(tx, database.dialect, some, {
      alsoFolders: folder === undefined ? [] : [folder.rowId],
      prepare: async (read) =>
        folder === undefined
          ? (item) => {
              requireOwn(item, ownerId);
              throw folderNotFound();
            }
          : judgeMoves(read, await namesIn(tx, database.dialect, read, folder), { ownerId, folder, parentId }),
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
    return { updated: (await listChanged(tx, outcome)).map((item) => toItem(item)), failed: outcome.failed };
  });
  return { moved: updated, failed };
}

const namesIn = (tx: Tx, dialect: Dialect, { items }: ItemsRead, { rowId }: FolderRow): Promise<TakenNames> =>
  TakenNames.read(
    tx,
    dialect,
    [...items.values()].map(({ name }) => ({ folder: rowId, name })),
  );

interface MoveTarget {
  readonly ownerId: number;
  readonly folder: FolderRow;
  /** As the API names the folder. */
  readonly parentId: string | null;
}

function judgeMoves({ folders }: ItemsRead, names: TakenNames, { ownerId, folder, parentId }: MoveTarget): Judge {
  const target = new Set([...upFrom(folders, folder.rowId)].map(({ rowId }) => rowId));
  return (found) => {
    const item = requireOwn(found, ownerId);
    if (item.parentRowId === folder.rowId) return item;
    if (item.isFolder && target.has(item.rowId)) throw folderCycle();
    if (!names.take(item.rowId, { folder: folder.rowId, name: item.name })) throw nameConflict();
    return { ...item, parentRowId: folder.rowId, parentId, revision: item.revision + 1 };
  };
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
    readonly folder: Pick<FolderRow, 'rowId'> | 'same' | undefined;
    readonly modifiedAt?: number | undefined;
    /** A change that was made before. */
    readonly annotated?: ChangedAnnotations;
  },
): Promise<void> {
  if (folder === undefined) throw folderNotFound();
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
