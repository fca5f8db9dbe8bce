import type { Reader } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { SeenIn } from '../items/item-views.ts';
import { requireFolder } from './find-item.ts';

/** A folder, and whose tree it is in. */
export interface FolderInTree {
  readonly seen: SeenIn;
  /** items.id; null: the root of the tree. */
  readonly folderId: string | null;
}

/**
 * Reads something of a folder: first as one of the user's own tree, in which almost all are, and which says `folder_not_found` if it is
 * not; then in the tree that it is in, if the user was given something there. Throws `folder_not_found` otherwise.
 */
export async function inTreeOf<T>(
  reader: Reader,
  userId: number,
  folderId: string | null,
  read: (folder: FolderInTree) => Promise<T>,
): Promise<T> {
  try {
    return await read({ seen: { ownerId: userId, given: null }, folderId });
  } catch (error) {
    if (folderId === null || !isDomainError(error, 'folder_not_found')) throw error;
    const { ownerId, given, isRoot } = await requireFolder(reader, userId, folderId);
    if (given === null) throw error;
    return read({ seen: { ownerId, given }, folderId: isRoot ? null : folderId });
  }
}
