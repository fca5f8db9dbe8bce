import { normalizeText } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Reader } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { folderNotFound } from './folders.ts';
import type { PathRoot } from './item-path.ts';
import { findChild, findFile, findFolder, listPath } from './item-store.ts';

export const fileNotFound = (): DomainError => new DomainError('file_not_found', 'You have no such file or folder.');

export const requireOwnItem = async (reader: Reader, ownerId: number, id: string): Promise<FileRow> =>
  requireOwn(await findFile(reader, id), ownerId);

/** The item, if it is alive and the owner's. */
export function requireOwn(item: FileRow | undefined, ownerId: number): FileRow {
  if (!mayDo(ownerId, item, 'read') || item.state !== 'alive') throw fileNotFound();
  return item;
}

/** The folders of an alive item of the owner, from the root down, and the item. `rootId`: only those below that folder. */
export async function requirePath(
  reader: Reader,
  ownerId: number,
  id: string,
  rootId: string | null = null,
): Promise<FileRow[]> {
  const path = await listPath(reader, id);
  if (!mayDo(ownerId, path[0], 'read') || path.some(({ state }) => state !== 'alive')) throw fileNotFound();
  const root = path.findIndex((folder) => folder.id === rootId);
  if (rootId !== null && root === -1) throw fileNotFound();
  return path.slice(root + 1);
}

export async function findBelow(
  reader: Reader,
  folderRowId: number,
  names: readonly string[],
): Promise<FileRow | undefined> {
  let rowId = folderRowId;
  let id: string | undefined;
  for (const name of names) {
    const child = await findChild(reader, rowId, name);
    if (child === undefined) return undefined;
    rowId = child.rowId;
    id = child.id;
  }
  const row = id === undefined ? undefined : await findFile(reader, id);
  return row?.state === 'alive' ? row : undefined;
}

/** Names are compared in NFC. A slash at the end finds folders only. Throws `file_not_found` for the root. */
export async function requireItemByPath(
  reader: Reader,
  { ownerId, folderId }: PathRoot,
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

  const root = await findFolder(reader, ownerId, folderId);
  if (root === undefined) throw folderId === null ? fileNotFound() : folderNotFound();
  const row = await findBelow(reader, root.rowId, names);
  if (!mayDo(ownerId, row, 'read')) throw fileNotFound();
  if (mustBeFolder && !row.isFolder) throw fileNotFound();
  return row;
}
