import { foldName, type TagBatch, type TagList } from '@drive/contract';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import { readAnnotations, tagPrefix } from '../items/annotations.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { requireAlive, requireFolder, requireToChange } from '../tree/find-item.ts';
import { findFolder } from '../tree/folder-store.ts';
import { changeEach, changeInBatches, type ChangedItems } from '../tree/item-batch.ts';
import { listInOrder } from '../tree/item-store.ts';
import { changeAnnotations, type CountBytes } from './annotate.ts';
import { countTags, deleteStar, insertStar } from './annotation-store.ts';

/** A change of tags takes no bytes. */
const noBytes: CountBytes = () => Promise.resolve();

/** Adds and removes tags of each item alone. */
export const tagItems = (
  { database, changes }: Pick<Ports, 'database'> & { readonly changes: ItemChanges },
  userId: number,
  { ids, add, remove }: TagBatch,
): Promise<ChangedItems> =>
  changeInBatches(database, userId, ids, async (tx, some) => {
    const { changed, failed } = await changeEach(tx, userId, some, async (item) => {
      const change = { addedTags: add ?? [], removedTags: remove ?? [] };
      const before = requireAlive(item, userId, 'write');
      requireTreeLock(tx, before.ownerId);
      const { changed, annotations } = await changeAnnotations(tx, before, change, noBytes);
      if (changed.length > 0) changes.updated(tx, { ...before, annotations }, changed);
    });
    return { updated: await listInOrder(tx, changed, userId), failed };
  });

/** The tags of a user's alive items, or of those below a folder. Throws `folder_not_found`. */
export async function listTags(
  { database }: Pick<Ports, 'database'>,
  userId: number,
  folderId: string | null,
): Promise<TagList> {
  const { reader, workerReader } = database;
  const own = folderId === null ? await findFolder(reader, userId, null) : undefined;
  if (folderId === null && own === undefined) return { tags: [] };
  const folder =
    folderId === null ? { rowId: own?.rowId ?? 0, ownerId: userId } : await requireFolder(reader, userId, folderId);
  // In the thread for long queries: an owner may have tagged everything.
  const counted = await countTags(workerReader, folder.ownerId, folder.rowId);
  return {
    tags: counted.map(({ term, count, annotations }) => {
      const key = term.slice(tagPrefix.length);
      return { name: readAnnotations(annotations).tags.find((tag) => foldName(tag) === key) ?? key, count };
    }),
  };
}

/** Stars an item for a user, or removes the star. Idempotent. */
export const setStar = (
  { database }: Pick<Ports, 'database'>,
  userId: number,
  id: string,
  starred: boolean,
): Promise<void> =>
  changeTrees(database, userId, async (tx) => {
    const { rowId } = await requireToChange(tx, userId, id, 'read');
    await (starred ? insertStar : deleteStar)(tx, userId, rowId);
  });
