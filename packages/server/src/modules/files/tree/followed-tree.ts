import { mayDo, shownRole, type GivenAccess } from '../../../platform/access/index.ts';
import type { Dialect, Reader } from '../../../platform/db/index.ts';
import type { FileRow } from '../items/item-row.ts';
import { requireFolder } from './find-item.ts';
import { findFolderFor } from './folder-store.ts';
import { listAt } from './item-store.ts';

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

/** The tree of a folder that the user reaches; null: their own. Throws `folder_not_found`. */
export async function findFollowedTree(reader: Reader, userId: number, folderId: string | null): Promise<FollowedTree> {
  if (folderId === null) return { ownerId: userId, folderId, isOwn: true, isReached: async () => true };
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
