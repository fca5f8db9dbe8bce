import { sql } from 'kysely';
import { currentActor } from '../../../platform/access/index.ts';
import { compileOnce, toNumber, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';
import { tagPrefix, type Term } from '../items/annotations.ts';

/** The item that terms belong to. */
export interface TermOwner {
  readonly rowId: number;
  readonly ownerId: number;
  /** items.row_id of the folder whose listing has the item; null: none has it. */
  readonly folderRowId: number | null;
}

interface NewAnnotations {
  readonly rowId: number;
  readonly json: string | null;
  readonly by: number | null;
}

const updateAnnotations = compileOnce((tx: Tx['later'], { rowId, json, by }: NewAnnotations) =>
  tx
    .updateTable('items')
    .set((of) => ({ annotations: json, modified_by: by, revision: of('revision', '+', 1) }))
    .where('row_id', '=', rowId),
);

export async function setAnnotations(tx: Tx, rowId: number, json: string | null): Promise<void> {
  await updateAnnotations(tx.later, { rowId, json, by: currentActor() });
}

export async function addTerms(
  tx: Tx,
  { rowId, ownerId, folderRowId }: TermOwner,
  terms: readonly Term[],
): Promise<void> {
  if (terms.length === 0) return;
  await tx.later
    .insertInto('item_terms')
    .values(
      terms.map(({ term, bytes }) => ({ item_id: rowId, term, owner_id: ownerId, folder_id: folderRowId, bytes })),
    )
    .execute();
}

export async function removeTerms(tx: Tx, rowId: number, terms: readonly Term[]): Promise<void> {
  if (terms.length === 0) return;
  await tx.later
    .deleteFrom('item_terms')
    .where('item_id', '=', rowId)
    .where(
      'term',
      'in',
      terms.map(({ term }) => term),
    )
    .execute();
}

/** Stars an item for a user. Does nothing if the user has starred it. */
export async function insertStar(tx: Tx, userId: number, itemRowId: number): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('item_stars')
    .values({ user_id: userId, item_id: itemRowId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await addStars(tx, itemRowId, Number(numInsertedOrUpdatedRows ?? 0n));
}

/** Removes the star of a user. Does nothing if there is none. */
export async function deleteStar(tx: Tx, userId: number, itemRowId: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('item_stars')
    .where('user_id', '=', userId)
    .where('item_id', '=', itemRowId)
    .executeTakeFirstOrThrow();
  await addStars(tx, itemRowId, -Number(numDeletedRows));
}

/** The stars of a deleted account. */
export const starsOf =
  (userId: number): RowBatch =>
  async (tx, limit) => {
    const deleted = await tx
      .deleteFrom('item_stars')
      .where('user_id', '=', userId)
      .where('item_id', 'in', (stars) =>
        stars.selectFrom('item_stars').select('item_id').where('user_id', '=', userId).limit(limit),
      )
      .returning('item_id')
      .execute();
    const rowIds = deleted.map((star) => star.item_id);
    if (rowIds.length > 0)
      await tx
        .updateTable('items')
        .set((of) => ({ star_count: of('star_count', '-', 1) }))
        .where('row_id', 'in', rowIds)
        .execute();
    return rowIds.length;
  };

async function addStars(tx: Tx, itemRowId: number, stars: number): Promise<void> {
  if (stars === 0) return;
  await tx
    .updateTable('items')
    .set((of) => ({ star_count: of('star_count', '+', stars) }))
    .where('row_id', '=', itemRowId)
    .execute();
}

export interface CountedTag {
  readonly term: string;
  readonly count: number;
  /** `items.annotations` of one of the items. */
  readonly annotations: string | null;
}

/** The tags of the alive items below a folder (items.row_id). */
export async function countTags(reader: Reader, ownerId: number, folderRowId: number): Promise<CountedTag[]> {
  const { rows } = await sql<{ term: string; count: number; annotations: string | null }>`
    with recursive shown(row_id) as (
      select cast(${folderRowId} as bigint)
      union all
      select below.row_id from shown
        join items as below on below.parent_id = shown.row_id and below.is_folder = 1 and below.state = 'alive'
    ), counted as (
      select term, count(*) as number, max(item_id) as item_id from item_terms
      where owner_id = ${ownerId} and term >= ${tagPrefix} and term < ${tagPrefixEnd}
        and folder_id in (select row_id from shown)
      group by term
    )
    select term, number as count, annotations from counted join items on items.row_id = counted.item_id
    order by term`.execute(reader);
  return rows.map((row) => ({ ...row, count: toNumber(row.count) }));
}

/** The text after all that begin with the prefix: the colon is followed by the semicolon. */
const tagPrefixEnd = tagPrefix.replace(':', ';');
