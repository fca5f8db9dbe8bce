import { mayDo, rootOf, shownRole, type Caller, type GivenAccess, type Owned } from '../../../platform/access/index.ts';
import type { Dialect, Reader } from '../../../platform/db/index.ts';
import type { FileRow } from '../items/item-row.ts';
import { findDriveRootOf } from './drive-root-store.ts';
import { requireFolder } from './find-item.ts';
import { findFolderFor } from './folder-store.ts';
import { findFile, listAt } from './item-store.ts';

/** A tree, or a folder in it, whose events a user follows. */
export interface FollowedTree {
  /** owners.row_id */
  readonly ownerId: number;
  /** items.id; null: all of the tree. */
  readonly folderId: string | null;
  readonly isOwn: boolean;
  /** Whether the user still reaches it. */
  isReached(): Promise<boolean>;
}

/** The tree of a folder that the caller reaches; null: their own. Throws `folder_not_found`. */
export async function findFollowedTree(reader: Reader, caller: Caller, folderId: string | null): Promise<FollowedTree> {
  const { userId } = caller;
  // The folder of a key was found in the tree of its user when the request was confined to it.
  if (folderId === rootOf(caller) || folderId === null)
    return { ownerId: userId, folderId, isOwn: true, isReached: async () => true };
  const { ownerId, isRoot, given } = await requireFolder(reader, userId, folderId);
  return {
    ownerId,
    folderId: isRoot ? null : folderId,
    isOwn: given === null,
    isReached: async () => mayDo(userId, await findFolderFor(reader, userId, folderId), 'read'),
  };
}

export async function findGiven(
  reader: Reader,
  dialect: Dialect,
  { userId, ownerId }: { readonly userId: number; readonly ownerId: number },
  items: readonly Pick<FileRow, 'rowId'>[],
): Promise<ReadonlyMap<number, GivenAccess>> {
  if (shownRole(userId, { ownerId }) === 'owner') return new Map();
  const rows = await listAt(
    reader,
    dialect,
    items.map(({ rowId }) => rowId),
    userId,
  );
  return new Map(rows.flatMap(({ rowId, given }) => (given === null ? [] : [[rowId, given] as const])));
}

/** By the role on the folder, or on the root of the team drive if there is none. Costs nothing for a link of the user's own. */
export async function findLinkAccess(
  reader: Reader,
  userId: number,
  { ownerId, folderId }: { readonly ownerId: number; readonly folderId: string | null },
): Promise<Owned> {
  if (shownRole(userId, { ownerId }) === 'owner') return { ownerId };
  const folder = folderId === null ? undefined : await findFile(reader, folderId, userId);
  // It may have been moved to another owner, and its link ends with that.
  const isThere: boolean = mayDo(ownerId, folder && { ownerId: folder.ownerId }, 'manage');
  if (isThere && folder !== undefined && folder.given !== null) return { ownerId, given: folder.given };
  return { ownerId, given: (await findDriveRootOf(reader, userId, ownerId))?.given ?? null };
}
