import { ItemName, limits } from '@drive/contract';
import { rootOf, type Caller } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { addFolderLocked, folderNotFound, type FolderDeps } from './folders.ts';
import { findChild, findFile, findFolderWithChild, type Child } from './item-store.ts';
import { ensureRoot, lockTree } from './root-folder.ts';

/** The folder to which the paths of a caller are relative. */
export interface PathRoot {
  readonly ownerId: number;
  /** items.id; null: the owner's root. */
  readonly folderId: string | null;
}

/** `folderId` replaces the caller's root; the caller must be allowed to reach it. */
export const pathRootOf = (caller: Caller, folderId?: string): PathRoot => ({
  ownerId: caller.userId,
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

/** Throws `folder_not_found` if a given folder is not an alive one of the owner. */
export async function findAtPath(
  reader: Reader,
  { ownerId, folderId }: PathRoot,
  { folders, name }: ItemPath,
): Promise<ItemAtPath> {
  const [first, ...rest] = [...folders, name];
  const root = await findFolderWithChild(reader, { ownerId, id: folderId, name: first });
  if (root === undefined && folderId !== null) throw folderNotFound();
  let child = root?.child;
  for (const [index, next] of rest.entries()) {
    if (child === undefined) return { kind: 'nothing' };
    if (!child.isFolder) return { kind: 'below a file', fileName: folders[index] ?? '' };
    child = await findChild(reader, child.rowId, next);
  }
  const item = child && (await findFile(reader, child.id));
  return item === undefined || item.state !== 'alive' ? { kind: 'nothing' } : { kind: 'item', item };
}

/** The parent folder of a path, and the item with the last name in it. */
export interface PlaceAtPath {
  readonly folderRowId: number;
  /** items.id of the folder, null for the root; undefined if it was just created. */
  readonly folderId: string | null | undefined;
  readonly taken: Child | undefined;
}

/** Creates missing folders. Locks the tree. Throws `name_conflict`; `folder_not_found` if the first folder is gone. */
export async function ensurePlace(
  deps: FolderDeps,
  tx: Tx,
  { ownerId, folderId }: PathRoot,
  { folders, name }: ItemPath,
): Promise<PlaceAtPath> {
  await lockTree(tx, ownerId);
  const root =
    (await findFolderWithChild(tx, { ownerId, id: folderId, name: folders[0] ?? name })) ??
    (folderId === null ? { rowId: await ensureRoot(deps, tx, ownerId), child: undefined } : undefined);
  if (root === undefined) throw folderNotFound();
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
  return { folderRowId, folderId: lastId, taken };
}

export const belowFile = (fileName: string): DomainError =>
  new DomainError('name_conflict', `${fileName} is a file, so nothing can be stored below it.`);
