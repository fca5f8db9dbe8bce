import { foldName, type Item, ItemName } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import type { ItemViews } from '../items/item-views.ts';
import { changeTrees } from './change-trees.ts';
import { requireTarget } from './find-item.ts';
import { countIn } from './folder-rollup.ts';
import { findFreeName } from './free-name.ts';
import { insertItem, listTakenNames } from './item-store.ts';
import { ensureRoot, lockTree } from './root-folder.ts';
import { addFolderItem, requireRoom } from './storage-usage-store.ts';

/** What adds folders. */
export type FolderDeps = Pick<Ports, 'clock' | 'random'> & {
  readonly changes: ItemChanges;
  readonly config: {
    /** DRIVE_USER_MAX_ITEMS: files and folders of a user; 0: any number. */
    readonly maxItems: number;
  };
};

export interface FolderToCreate {
  readonly name: string;
  /** null: the root of the user. */
  readonly parentId: string | null;
}

export const nameConflict = (): DomainError =>
  new DomainError('name_conflict', 'The folder already contains an item of this name.');

/** Calls `remember` before it adds the folder: a repeated request then gets the first answer instead of `name_conflict`. */
export function createFolder(
  deps: FolderDeps & Pick<Ports, 'database'> & { readonly views: ItemViews },
  viewer: Viewer,
  { name, parentId }: FolderToCreate,
  remember: (tx: Tx, item: Item) => Promise<void>,
): Promise<Item> {
  const { userId } = viewer;
  const folder = {
    id: deps.random.uuid(),
    name,
    isFolder: true,
    sizeBytes: 0,
    mimeType: null,
    sha256: null,
    crc32: null,
    thumbnailKey: null,
    quarantined: false,
    scan: null,
    virus: null,
    downloadCount: 0,
    createdAt: deps.clock.now(),
    modifiedAt: null,
    annotations: null,
    revision: 1,
    starCount: 0,
    createdBy: userId,
    modifiedBy: null,
    deletedAt: null,
    shareMode: null,
    shareToken: null,
    ownShare: null,
    publicUntil: null,
    likeCount: null,
    commentCount: null,
  };
  return changeTrees(deps.database, userId, async (tx) => {
    const parent = await requireTarget(deps, tx, userId, parentId);
    const { ownerId, given } = parent;
    const seen = { ...folder, parentId: parent.isRoot ? null : parentId, ownerId, given };
    const item = await deps.views.show(tx, viewer, seen);
    await remember(tx, item);
    await insertFolder(deps, tx, parent.rowId, { ...folder, ownerId });
    return item;
  });
}

/** A name for a folder from a text that somebody else chose, which a folder may not have as it is. */
export function folderNameFrom(text: string, otherwise: string): string {
  const name = ItemName.safeParse(text.replaceAll(/[/\\]/g, '-'));
  return name.success ? name.data : otherwise;
}

/** Adds a folder to another (items.row_id) of the owner. Call with the tree locked. Throws `name_conflict`. Returns items.row_id. */
export const addFolderLocked = (
  deps: FolderDeps,
  tx: Tx,
  { ownerId, folderRowId, name }: { readonly ownerId: number; readonly folderRowId: number; readonly name: string },
): Promise<number> =>
  insertFolder(deps, tx, folderRowId, { id: deps.random.uuid(), ownerId, name, createdAt: deps.clock.now() });

export async function addUnnamedFolder(deps: FolderDeps, tx: Tx, ownerId: number): Promise<number> {
  await lockTree(tx, ownerId);
  const id = deps.random.uuid();
  return insertFolder(deps, tx, await ensureRoot(deps, tx, ownerId), {
    id,
    ownerId,
    name: id,
    createdAt: deps.clock.now(),
  });
}

export async function addNamedFolder(deps: FolderDeps, tx: Tx, ownerId: number, wanted: string): Promise<string> {
  await lockTree(tx, ownerId);
  const rootRowId = await ensureRoot(deps, tx, ownerId);
  const [taken] = await listTakenNames(tx, rootRowId, [wanted]);
  const name =
    taken === undefined ? wanted : await findFreeName(wanted, (names) => listTakenNames(tx, rootRowId, names));
  const id = deps.random.uuid();
  await insertFolder(deps, tx, rootRowId, { id, ownerId, name, createdAt: deps.clock.now() });
  return id;
}

async function insertFolder(
  { changes, config }: FolderDeps,
  tx: Tx,
  parentRowId: number,
  folder: { readonly id: string; readonly ownerId: number; readonly name: string; readonly createdAt: number },
): Promise<number> {
  const { id, ownerId, name, createdAt } = folder;
  const insert = insertItem(tx, parentRowId, {
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
    modifiedAt: null,
    scan: null,
  });
  const [rowId, room] = await Promise.all([insert, addFolderItem(tx, ownerId, config.maxItems)]);
  // Under the lock the folder is still alive, so only a sibling can be the reason.
  if (rowId === undefined) throw nameConflict();
  requireRoom(room);
  await countIn(tx, parentRowId, { isFolder: true, sizeBytes: 0 });
  const content = { isFolder: true, sizeBytes: 0, mimeType: null, sha256: null, version: 1, annotations: null };
  changes.created(tx, { rowId, id, ownerId, name, parentRowId, ...content });
  return rowId;
}
