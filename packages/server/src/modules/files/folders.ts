import { foldName, type Item } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Random } from '../../platform/random.ts';
import { findFreeName } from './free-name.ts';
import { toBareItem } from './item.ts';
import { ensureRoot, lockTree } from './root-folder.ts';
import type { NameSearch } from './search/name-search.ts';
import { findFolder, insertItem, listTakenNames } from './item-store.ts';
import { countIn } from './folder-rollup.ts';

export interface FolderToCreate {
  readonly ownerId: number;
  /** Cleaned, as `ItemName` gives it. */
  readonly name: string;
  /** null: the root. */
  readonly parentId: string | null;
}

export const folderNotFound = (): DomainError =>
  new DomainError('folder_not_found', 'There is no such folder among yours.');

export const nameConflict = (): DomainError =>
  new DomainError('name_conflict', 'The folder already holds something of this name.');

/** `remember` hears the answer first, so that a twin of the request is told of before it stands in its own way. */
export function createFolder(
  deps: {
    readonly database: Database;
    readonly clock: Clock;
    readonly random: Random;
    readonly search: NameSearch;
  },
  { ownerId, name, parentId }: FolderToCreate,
  remember: (tx: Tx, item: Item) => Promise<void>,
): Promise<Item> {
  const folder = {
    id: deps.random.uuid(),
    name,
    parentId,
    isFolder: true,
    sizeBytes: 0,
    mimeType: null,
    sha256: null,
    crc32: null,
    thumbnailKey: null,
    quarantined: false,
    downloadCount: 0,
    createdAt: deps.clock.now(),
    deletedAt: null,
    shareMode: null,
    shareToken: null,
    likeCount: null,
    commentCount: null,
  };
  const item = toBareItem(folder);
  return deps.database.write(async (tx) => {
    await lockTree(tx, ownerId);
    await remember(tx, item);
    const parentRowId =
      parentId === null ? await ensureRoot(deps, tx, ownerId) : (await findFolder(tx, ownerId, parentId))?.rowId;
    if (parentRowId === undefined) throw folderNotFound();
    await putFolder(deps, tx, parentRowId, { ...folder, ownerId });
    return item;
  });
}

/** A folder in the owner's root that stands for itself: its name is its id. */
export async function addUnnamedFolder(
  deps: { readonly clock: Clock; readonly random: Random; readonly search: NameSearch },
  tx: Tx,
  ownerId: number,
): Promise<number> {
  await lockTree(tx, ownerId);
  const id = deps.random.uuid();
  return putFolder(deps, tx, await ensureRoot(deps, tx, ownerId), {
    id,
    ownerId,
    name: id,
    createdAt: deps.clock.now(),
  });
}

/** A folder of that name in the owner's root, or of the next free one. The name: cleaned, as `ItemName` gives it. */
export async function addNamedFolder(
  deps: { readonly clock: Clock; readonly random: Random; readonly search: NameSearch },
  tx: Tx,
  ownerId: number,
  wanted: string,
): Promise<string> {
  await lockTree(tx, ownerId);
  const rootRowId = await ensureRoot(deps, tx, ownerId);
  const [taken] = await listTakenNames(tx, rootRowId, [wanted]);
  const name =
    taken === undefined ? wanted : await findFreeName(wanted, (names) => listTakenNames(tx, rootRowId, names));
  const id = deps.random.uuid();
  await putFolder(deps, tx, rootRowId, { id, ownerId, name, createdAt: deps.clock.now() });
  return id;
}

async function putFolder(
  { search }: { readonly search: NameSearch },
  tx: Tx,
  parentRowId: number,
  folder: { readonly id: string; readonly ownerId: number; readonly name: string; readonly createdAt: number },
): Promise<number> {
  const { id, ownerId, name, createdAt } = folder;
  const rowId = await insertItem(tx, parentRowId, {
    id,
    ownerId,
    isFolder: true,
    name,
    nameKey: foldName(name),
    sizeBytes: 0,
    mimeType: null,
    sha256: null,
    crc32: null,
    blobKey: null,
    createdAt,
  });
  // The lock is held and the folder was alive a moment ago: only a sibling can have stood in the way.
  if (rowId === undefined) throw nameConflict();
  await countIn(tx, parentRowId, { isFolder: true, sizeBytes: 0 });
  search.changed(tx, ownerId, [rowId]);
  return rowId;
}
