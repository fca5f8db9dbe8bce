import { sql, type RawBuilder } from 'kysely';
import { toNumber, type Reader, type Tx } from '../../../platform/db/index.ts';
import type { Term } from '../items/annotations.ts';
import { alive } from '../items/item-row.ts';
import type { TermOwner } from './annotation-store.ts';

interface StoredTerm extends Term {
  readonly ownerId: number;
  readonly folderRowId: number | null;
}

/** An item that has annotations, terms or stars. */
export interface AnnotatedItem extends TermOwner {
  readonly id: string;
  /** `items.annotations`; null for a purged item. */
  readonly annotations: string | null;
  readonly terms: readonly StoredTerm[];
  /** The number that the item records, and that of the rows; both are 0 for a purged item without rows. */
  readonly recordedStars: number;
  readonly stars: number;
}

async function selectAnnotated(
  reader: Reader,
  which: RawBuilder<boolean>,
  limit: number,
): Promise<readonly AnnotatedItem[]> {
  const isPurged = sql<boolean>`i.state = 'purged'`;
  const items = await reader
    .selectFrom('items as i')
    .select([
      'i.row_id as rowId',
      'i.id',
      'i.owner_id as ownerId',
      sql<number | null>`case when i.state = ${alive} then i.parent_id end`.as('folderRowId'),
      sql<string | null>`case when not (${isPurged}) then i.annotations end`.as('annotations'),
      sql<number>`case when ${isPurged} then 0 else i.star_count end`.as('recordedStars'),
      sql<number>`(select count(*) from item_stars where item_stars.item_id = i.row_id)`.as('stars'),
    ])
    .where(
      sql<boolean>`(i.annotations is not null or i.star_count > 0
        or exists (select 1 from item_terms where item_terms.item_id = i.row_id)
        or exists (select 1 from item_stars where item_stars.item_id = i.row_id))`,
    )
    .where(which)
    .orderBy('i.row_id')
    .limit(limit)
    .execute();
  if (items.length === 0) return [];
  const terms = await reader
    .selectFrom('item_terms')
    .select(['item_id', 'term', 'owner_id as ownerId', 'folder_id as folderRowId', 'bytes'])
    .where(
      'item_id',
      'in',
      items.map(({ rowId }) => rowId),
    )
    .execute();
  const termsOfItem = Map.groupBy(terms, ({ item_id }) => item_id);
  return items.map((item) => ({
    ...item,
    stars: toNumber(item.stars),
    terms: (termsOfItem.get(item.rowId) ?? []).map(({ term, bytes, ownerId, folderRowId }) => ({
      term,
      bytes,
      ownerId,
      folderRowId,
    })),
  }));
}

export const listAnnotated = async (
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<AnnotatedItem[]> => [...(await selectAnnotated(reader, sql`i.row_id > ${after}`, limit))];

export const findAnnotated = async (reader: Reader, rowId: number): Promise<AnnotatedItem | undefined> =>
  (await selectAnnotated(reader, sql`i.row_id = ${rowId}`, 1))[0];

export async function removeAllTerms(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('item_terms').where('item_id', '=', rowId).execute();
}

export async function setStarCount(tx: Tx, rowId: number, stars: number): Promise<void> {
  await tx.updateTable('items').set({ star_count: stars }).where('row_id', '=', rowId).execute();
}
