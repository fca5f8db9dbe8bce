import { mayDo, requireMay } from '../../../platform/access/index.ts';
import type { Reader } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { FileRow, Files } from '../../files/index.ts';
import { listShareFiles, type ShareRow } from '../share-store.ts';

/**
 * Returns owners.row_id of the files, which are of one user or one team drive, and which the user may share. Reports missing files
 * before files of anonymous users, and those before files of other users.
 */
export async function requireFilesOfOne(
  { files, accounts }: { readonly files: Files; readonly accounts: Pick<Accounts, 'isAnonymous'> },
  reader: Reader,
  userId: number,
  fileIds: readonly string[],
): Promise<number> {
  const found: FileRow[] = [];
  for (const id of fileIds) {
    const file = await files.findFile(reader, id, userId);
    if (file === undefined || file.isFolder || file.state !== 'alive')
      throw new DomainError('file_not_found', `There is no file ${id}. Nothing was shared.`);
    found.push(file);
  }
  const owners = new Set(found.map((file) => file.ownerId));
  for (const ownerId of owners)
    if (await accounts.isAnonymous(reader, ownerId))
      throw new DomainError('anonymous_file', 'A file that was uploaded anonymously can only be shared by itself.');
  for (const file of found) requireMay(userId, file, 'share', notYours);
  const [ownerId = userId, ...others] = owners;
  if (others.length > 0)
    throw new DomainError('access_denied', 'These files belong to several owners. Create a link for each.');
  return ownerId;
}

const notYours = (): DomainError =>
  new DomainError('access_denied', 'One of these files is not yours. Nothing was shared.');

/** Whether the user may share the item of a share, or every file of a multi-share. */
export async function mayShareAllOf(
  { files }: { readonly files: Pick<Files, 'listFiles'> },
  reader: Reader,
  userId: number,
  { rowId, itemId }: ShareRow,
): Promise<boolean> {
  const ids = itemId === null ? await listShareFiles(reader, rowId) : [itemId];
  const found = await files.listFiles(reader, ids, userId);
  return found.length > 0 && found.length === ids.length && found.every((file) => mayDo(userId, file, 'share'));
}
