import { ItemName, limits } from '@drive/contract';
import { requireMay, rootOf, type Action, type Caller } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import type { FileRow } from '../items/item-row.ts';
import { folderNotFound, type PathRoot } from './find-item.ts';
import { findChild, findFolderWithChild, type Child } from './folder-store.ts';
import { addFolderLocked, type FolderDeps } from './folders.ts';
import { findFile } from './item-store.ts';
import { ensureRoot } from './root-folder.ts';

/** `folderId` replaces the caller's root; the caller must be allowed to reach it. */
export const pathRootOf = (caller: Caller, folderId?: string): PathRoot => ({
  userId: caller.userId,
  folderId: folderId ?? rootOf(caller),
});

/** The names on the way to an item, cleaned as `ItemName` gives them; at least one. */
export interface ItemPath {
  readonly folders: readonly string[];
  readonly name: string;
}

/** Each name percent-encoded UTF-8, decoded once. Throws `validation_failed`, also above `limits.pathNames` names. */
export function parseItemPath(raw: string): ItemPath {
  const segments = raw.split('/', limits.pathNames + 1);
  if (segments.length > limits.pathNames) throw badPath(`must have at most ${limits.pathNames} names`);
  const names = segments.map(parseSegment);
  const name = names.pop();
  if (name === undefined) throw badPath('must name a file');
  return { folders: names, name };
}

function parseSegment(segment: string): string {
  if (segment === '') throw badPath('must not have empty names');
  if (!/^[!-~]+$/.test(segment) || segment.includes('#')) throw badPath('must be percent-encoded');
  const name = ItemName.safeParse(decode(segment));
  if (name.success) return name.data;
  throw badPath(`must have valid names: one ${name.error.issues[0]?.message ?? 'is not valid'}`);
}

function decode(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw badPath('must be percent-encoded UTF-8');
  }
  // A name is stored without control characters; one with NUL is an attack or a mistake.
  if (text.includes('\0')) throw badPath('must not contain NUL');
  return text;
}

const badPath = (message: string): DomainError =>
  new DomainError('validation_failed', `The path ${message}.`, {
    issues: [{ field: 'path', message, code: 'invalid' }],
  });

export const formatItemPath = ({ folders, name }: ItemPath): string =>
  [...folders, name].map((each) => encodeURIComponent(each)).join('/');

export type ItemAtPath =
  | { readonly kind: 'item'; readonly item: FileRow }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'below a file'; readonly fileName: string };

/** Throws `folder_not_found` if a given folder is not an alive one that the caller reaches. */
export async function findAtPath(
  reader: Reader,
  { userId, folderId }: PathRoot,
  { folders, name }: ItemPath,
): Promise<ItemAtPath> {
  const [first, ...rest] = [...folders, name];
  const root = await findFolderWithChild(reader, { userId, id: folderId, name: first });
  if (folderId !== null) requireMay(userId, root, 'read', folderNotFound);
  let child = root?.child;
  for (const [index, next] of rest.entries()) {
    if (child === undefined) return { kind: 'nothing' };
    if (!child.isFolder) return { kind: 'below a file', fileName: folders[index] ?? '' };
    child = await findChild(reader, child.rowId, next);
  }
  const item = child && (await findFile(reader, child.id, userId));
  return item === undefined || item.state !== 'alive' ? { kind: 'nothing' } : { kind: 'item', item };
}

/** The parent folder of a path, and the item with the last name in it. */
export interface PlaceAtPath {
  /** owners.row_id of the tree. */
  readonly ownerId: number;
  readonly folderRowId: number;
  /** items.id of the folder, null for the root; undefined if it was just created. */
  readonly folderId: string | null | undefined;
  readonly taken: Child | undefined;
}

/**
 * Creates missing folders. Throws `name_conflict`, `folder_not_found` if the first folder is gone, and `access_denied` if the caller
 * may not do this with it. Call in `changeTrees`.
 */
export async function ensurePlace(
  deps: FolderDeps,
  tx: Tx,
  { userId, folderId }: PathRoot,
  { folders, name }: ItemPath,
  action: Action = 'add',
): Promise<PlaceAtPath> {
  const found = await findFolderWithChild(tx, { userId, id: folderId, name: folders[0] ?? name });
  if (folderId !== null) {
    requireMay(userId, found, action, folderNotFound);
    requireTreeLock(tx, found.ownerId);
  }
  const root = found ?? { rowId: await ensureRoot(deps, tx, userId), ownerId: userId, child: undefined };
  const { ownerId } = root;
  let { rowId: folderRowId, child: taken } = root;
  let lastId: string | null | undefined = folderId;
  for (const [index, folder] of folders.entries()) {
    if (taken?.isFolder === false) throw belowFile(folder);
    lastId = taken?.id;
    if (taken === undefined) {
      folderRowId = await addFolderLocked(deps, tx, { ownerId, folderRowId, name: folder });
    } else {
      folderRowId = taken.rowId;
      taken = await findChild(tx, folderRowId, folders[index + 1] ?? name);
    }
  }
  return { ownerId, folderRowId, folderId: lastId, taken };
}

export const belowFile = (fileName: string): DomainError =>
  new DomainError('name_conflict', `${fileName} is a file, so nothing can be stored below it.`);
