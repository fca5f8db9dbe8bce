import { allRows, type Database, type Reader } from '../../../platform/db/index.ts';
import { readAnnotations, termsOf } from '../items/annotations.ts';
import { lockTree } from '../tree/root-folder.ts';
import {
  findAnnotated,
  listAnnotated,
  removeAllTerms,
  setStarCount,
  type AnnotatedItem,
} from './annotation-check-store.ts';
import { addTerms } from './annotation-store.ts';

/** Items whose terms are not those of their annotations, or whose number of stars is wrong. */
export async function* checkAnnotations(reader: Reader): AsyncGenerator<AnnotatedItem> {
  for await (const item of allRows((page) => listAnnotated(reader, page))) {
    if (isRight(item)) continue;
    // A running server may have changed the item between the reading of its row and of its terms.
    const again = await findAnnotated(reader, item.rowId);
    if (again !== undefined && !isRight(again)) yield again;
  }
}

function isRight({ annotations, ownerId, folderRowId, terms, recordedStars, stars }: AnnotatedItem): boolean {
  const wanted = new Set(termsOf(readAnnotations(annotations)).map((term) => keyOf({ ...term, ownerId, folderRowId })));
  return recordedStars === stars && terms.length === wanted.size && terms.every((term) => wanted.has(keyOf(term)));
}

const keyOf = ({ term, bytes, ownerId, folderRowId }: AnnotatedItem['terms'][number]): string =>
  JSON.stringify([term, bytes, ownerId, folderRowId]);

/** Writes the terms of an item anew, and counts its stars. The usage of its owner is to be checked afterwards. */
export const repairAnnotations = (
  database: Database,
  { rowId, ownerId }: Pick<AnnotatedItem, 'rowId' | 'ownerId'>,
): Promise<void> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const item = await findAnnotated(tx, rowId);
    if (item === undefined) return;
    await removeAllTerms(tx, rowId);
    await addTerms(tx, item, termsOf(readAnnotations(item.annotations)));
    await setStarCount(tx, rowId, item.stars);
  });
