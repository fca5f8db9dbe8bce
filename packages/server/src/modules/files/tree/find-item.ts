import { normalizeText } from '@drive/contract';
import {
  mayDo,
  requireMay,
  rootOf,
  type Action,
  type Caller,
  type GivenAccess,
} from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import type { FileRow } from '../items/item-row.ts';
import type { SeenItem } from '../items/item-views.ts';
import { findDriveRoot, findDriveRootItem } from './drive-root-store.ts';
import { findChild, findFolder, findFolderFor, findTreeFor, type FolderFor } from './folder-store.ts';
import { findFile, listPath, listPathFor } from './item-store.ts';
import { ensureRoot } from './root-folder.ts';

export const fileNotFound = (): DomainError => new DomainError('file_not_found', 'You have no such file or folder.');

export const folderNotFound = (): DomainError => new DomainError('folder_not_found', 'You have no such folder.');

/** The folder to which the paths of a caller are relative. */
export interface PathRoot {
  /** users.row_id of the caller. */
  readonly userId: number;
  /** items.id; null: the caller's own root. */
  readonly folderId: string | null;
}

/** An alive item that the user may change so. Throws as `requireAlive` does. */
export const requireItem = async (
  reader: Reader,
  userId: number,
  id: string,
  action: Action = 'read',
  now?: number,
): Promise<FileRow> => requireAlive(await findFile(reader, id, userId), userId, action, now);

/**
 * The item, looked up for the user, if it is alive and the user may do this: `file_not_found` unless they may see it, and
 * `access_denied` if their role is too small. `now` is needed for `tidy`.
 */
export function requireAlive(
  item: FileRow | undefined,
  userId: number,
  action: Action = 'read',
  now?: number,
): FileRow {
  if (!mayDo(userId, item, 'read') || item.state !== 'alive') throw fileNotFound();
  requireMay(userId, item, action, fileNotFound, now);
  return item;
}

/** Like `requireItem`, to show it: also the root of a team drive, which is a folder that nobody changes. */
export async function requireShown(reader: Reader, userId: number, id: string): Promise<SeenItem> {
  const item = await findFile(reader, id, userId);
  return item === undefined ? requireDriveRootItem(reader, userId, id) : requireAlive(item, userId);
}

async function requireDriveRootItem(reader: Reader, userId: number, id: string): Promise<SeenItem> {
  const root = await findDriveRootItem(reader, userId, { id });
  if (!mayDo(userId, root, 'read')) throw fileNotFound();
  return root;
}

/** Like `requireItem`, in a transaction that is about to change the item: its tree is locked. */
export async function requireToChange(
  tx: Tx,
  userId: number,
  id: string,
  action: Action,
  now?: number,
): Promise<FileRow> {
  const item = await requireItem(tx, userId, id, action, now);
  requireTreeLock(tx, item.ownerId);
  return item;
}

/** owners.row_id of a team drive in all of which the user may do this. Throws `drive_not_found` and `access_denied`. */
export async function requireDriveOwner(
  reader: Reader,
  userId: number,
  driveId: string,
  action: Action,
): Promise<number> {
  const root = await findDriveRoot(reader, userId, driveId);
  requireMay(userId, root, action, driveNotFound);
  return root.ownerId;
}

/** items.id of the root of a drive that the caller reaches. Throws `drive_not_found`, also for a key for one folder. */
export async function requireDriveRoot(reader: Reader, caller: Caller, driveId: string): Promise<string> {
  const root = rootOf(caller) === null ? await findDriveRoot(reader, caller.userId, driveId) : undefined;
  if (!mayDo(caller.userId, root, 'read')) throw driveNotFound();
  return root.id;
}

/** A list of what belongs to a tree: that of the caller, or of a team drive of which they are a manager. */
export interface InDrive {
  readonly driveId?: string | undefined;
}

/** owners.row_id of the tree of a list. Throws `drive_not_found`, also for a key for one folder, and `access_denied`. */
export async function ownerOfList(reader: Reader, caller: Caller, driveId: string | undefined): Promise<number> {
  if (driveId === undefined) return caller.userId;
  if (rootOf(caller) !== null) throw driveNotFound();
  return requireDriveOwner(reader, caller.userId, driveId, 'manage');
}

/** `ownerOfList`, with what the caller was given in the tree. */
export async function requireTreeOfList(
  reader: Reader,
  caller: Caller,
  driveId: string | undefined,
): Promise<{ readonly ownerId: number; readonly given: GivenAccess | null }> {
  const ownerId = await ownerOfList(reader, caller, driveId);
  const root = driveId === undefined ? undefined : await findDriveRoot(reader, caller.userId, driveId);
  return { ownerId, given: root?.given ?? null };
}

export const driveNotFound = (): DomainError => new DomainError('drive_not_found', 'You have no such team drive.');

/**
 * An alive folder, in which the user may do this; null is their own root, which is undefined until they put something there. Throws
 * `folder_not_found`, and `access_denied` if their role is too small.
 */
export async function requireFolder(
  reader: Reader,
  userId: number,
  id: string,
  action: Action = 'read',
): Promise<FolderFor> {
  const folder = await findFolderFor(reader, userId, id);
  requireMay(userId, folder, action, folderNotFound);
  return folder;
}

/**
 * The tree (owners.row_id) of a folder that a user reaches, which a change of the folder will lock: a guess, because it may move
 * meanwhile. Nobody may hold up changes of a tree that they don't reach.
 */
export async function findTreeOf(reader: Reader, userId: number, folderId: string): Promise<number | undefined> {
  const folder = await findTreeFor(reader, userId, folderId);
  return mayDo(userId, folder, 'read') ? folder.ownerId : undefined;
}

/** The folder to which something is added, with its tree locked; null: the user's own root. Throws as `requireFolder` does. */
export async function requireTarget(
  deps: Pick<Ports, 'clock' | 'random'>,
  tx: Tx,
  userId: number,
  id: string | null,
  action: Action = 'add',
): Promise<Pick<FolderFor, 'rowId' | 'ownerId' | 'given' | 'isRoot'>> {
  if (id === null) return { rowId: await ensureRoot(deps, tx, userId), ownerId: userId, given: null, isRoot: true };
  const folder = await requireFolder(tx, userId, id, action);
  requireTreeLock(tx, folder.ownerId);
  return folder;
}

/**
 * The folders of an alive item, from the topmost that the user reaches down, and the item; for members of a team drive its root is the
 * first. `rootId`: only those below that folder.
 */
export async function requirePath(
  reader: Reader,
  userId: number,
  id: string,
  rootId: string | null = null,
): Promise<SeenItem[]> {
  const path = await listPathFor(reader, id, userId);
  // An item of others takes as many statements as an unknown one.
  if (!mayDo(userId, path.at(-1), 'read')) return [await requireDriveRootItem(reader, userId, id)];
  if (path.some(({ state }) => state !== 'alive')) throw fileNotFound();
  const root = path.findIndex((folder) => folder.id === rootId);
  if (rootId !== null && root === -1) throw fileNotFound();
  const seen = path.slice(root + 1).filter((folder) => mayDo(userId, folder, 'read'));
  const above = seen[0]?.given?.onRowIds.find((rowId) => rowId === seen[0]?.parentRowId);
  const driveRoot = above === undefined ? undefined : await findDriveRootItem(reader, userId, { rowId: above });
  return driveRoot === undefined ? seen : [driveRoot, ...seen];
}

export async function findBelow(
  reader: Reader,
  folderRowId: number,
  names: readonly string[],
  userId?: number,
): Promise<FileRow | undefined> {
  let rowId = folderRowId;
  let id: string | undefined;
  for (const name of names) {
    const child = await findChild(reader, rowId, name);
    if (child === undefined) return undefined;
    rowId = child.rowId;
    id = child.id;
  }
  const row = id === undefined ? undefined : await findFile(reader, id, userId);
  return row?.state === 'alive' ? row : undefined;
}

/** Whether an item, in any state, is below a folder of the user. The folder itself is not. */
export async function isBelow(reader: Reader, userId: number, folderId: string, id: string): Promise<boolean> {
  const path = await listPath(reader, id);
  const item = path[0] && { ownerId: path[0].ownerId, folderIds: path.slice(0, -1).map((folder) => folder.id) };
  return mayDo({ userId, restriction: { folderId } }, item, 'read');
}

/** Names are compared in NFC. A slash at the end finds folders only. Throws `file_not_found` for the root. */
export async function requireItemByPath(
  reader: Reader,
  { userId, folderId }: PathRoot,
  path: string,
): Promise<FileRow> {
  if (!path.startsWith('/')) {
    const message = 'must begin with /';
    throw new DomainError('validation_failed', `path ${message}`, {
      issues: [{ field: 'path', message, code: 'invalid' }],
    });
  }
  const names = normalizeText(path).slice(1).split('/');
  const mustBeFolder = names.at(-1) === '' && names.length > 1;
  if (mustBeFolder) names.pop();

  const root =
    folderId === null ? await findFolder(reader, userId, null) : await requireFolder(reader, userId, folderId);
  if (root === undefined) throw fileNotFound();
  const row = await findBelow(reader, root.rowId, names, userId);
  if (!mayDo(userId, row, 'read')) throw fileNotFound();
  if (mustBeFolder && !row.isFolder) throw fileNotFound();
  return row;
}
