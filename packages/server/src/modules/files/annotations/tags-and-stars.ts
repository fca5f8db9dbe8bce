import { foldName, type Item, type ItemBatchResult, type TagBatch, type TagList } from '@drive/contract';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { readAnnotations, tagPrefix } from '../items/annotations.ts';
import type { ToItem } from '../items/item.ts';
import { requireOwn, requireOwnItem } from '../tree/find-item.ts';
import { folderNotFound } from '../tree/folders.ts';
import { changeEach, changeInBatches } from '../tree/item-batch.ts';
import { findFolder, listInOrder } from '../tree/item-store.ts';
import { lockTree } from '../tree/root-folder.ts';
import { changeAnnotations, type CountBytes } from './annotate.ts';
import { countTags, deleteStar, insertStar } from './annotation-store.ts';

/** A change of tags takes no bytes. */
const noBytes: CountBytes = () => Promise.resolve();

/** Adds and removes tags of each item alone. */
export const tagItems = (
  { database, toItem, changes }: Pick<Ports, 'database'> & { readonly toItem: ToItem; readonly changes: ItemChanges },
  ownerId: number,
  { ids, add, remove }: TagBatch,
): Promise<ItemBatchResult> =>
  changeInBatches(database, ids, async (tx, some) => {
    await lockTree(tx, ownerId);
    const { changed, failed } = await changeEach(tx, some, async (item) => {
      const change = { addedTags: add ?? [], removedTags: remove ?? [] };
      const before = requireOwn(item, ownerId);
      const { changed, annotations } = await changeAnnotations(tx, before, change, noBytes);
      if (changed.length > 0) changes.updated(tx, { ...before, annotations }, changed);
    });
    const updated: Item[] = (await listInOrder(tx, changed)).map((item) => toItem(item));
    return { updated, failed };
  });

/** The tags of an owner's alive items, or of those below a folder. */
export async function listTags(
  { database }: Pick<Ports, 'database'>,
  ownerId: number,
  rootId: string | null,
): Promise<TagList> {
  const folder = await findFolder(database.reader, ownerId, rootId);
  if (folder === undefined) {
    if (rootId === null) return { tags: [] };
    throw folderNotFound();
  }
  // In the thread for long queries: an owner may have tagged everything.
  const counted = await countTags(database.workerReader, ownerId, folder.rowId);
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
  database.write(async (tx) => {
    await lockTree(tx, userId);
    const { rowId } = await requireOwnItem(tx, userId, id);
    await (starred ? insertStar : deleteStar)(tx, userId, rowId);
  });
