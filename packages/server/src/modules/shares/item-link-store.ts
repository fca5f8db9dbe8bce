import { countRows, type Dialect, isAmong, type Reader, rowIdList, type Tx } from '../../platform/db/index.ts';
import { selectShares, shareRow, type ShareRow } from './share-store.ts';

/** All links of an item, oldest first. */
export async function listLinksOf(reader: Reader, itemId: string): Promise<ShareRow[]> {
  const rows = await selectShares(reader)
    .where((of) => of.or([of('s.item_id', '=', itemId), of('s.further_item_id', '=', itemId)]))
    .orderBy('s.row_id')
    .execute();
  return rows.map(shareRow.from);
}

/** items.id of the items among `itemRowIds` (items.row_id) that have links, and of those that are in multi-shares. */
export async function listShared(
  tx: Tx,
  dialect: Dialect,
  itemRowIds: readonly number[],
): Promise<{ readonly withLinks: string[]; readonly inMultiShares: string[] }> {
  const isGiven = isAmong(dialect, 'items.row_id', rowIdList(dialect, itemRowIds));
  const withLinks = await tx
    .selectFrom('items')
    .select('items.id')
    .where(isGiven)
    .where(({ exists, selectFrom, or, ref }) =>
      exists(
        selectFrom('shares')
          .select('shares.row_id')
          .where('shares.revoked_at', 'is', null)
          .where((of) =>
            or([of('shares.item_id', '=', ref('items.id')), of('shares.further_item_id', '=', ref('items.id'))]),
          ),
      ),
    )
    .execute();
  const inMultiShares = await tx
    .selectFrom('share_files')
    .innerJoin('items', 'items.id', 'share_files.item_id')
    .innerJoin('shares', 'shares.row_id', 'share_files.share_id')
    .select('items.id')
    .distinct()
    .where('shares.further_item_id', 'is', null)
    .where(isGiven)
    .execute();
  return { withLinks: withLinks.map(({ id }) => id), inMultiShares: inMultiShares.map(({ id }) => id) };
}

/** Until the transaction ends, no other one adds or revokes a link of the item. */
export const lockLinksOf = (tx: Tx, itemId: string): Promise<void> => tx.lock(`shares of ${itemId}`);

/** Makes the oldest further link of the item its first one if it has none. Call with the links locked. */
export async function ensureFirstLink(tx: Tx, itemId: string): Promise<void> {
  const first = await tx
    .updateTable('shares')
    .set({ item_id: itemId, further_item_id: null })
    .where('row_id', '=', (db) =>
      db
        .selectFrom('shares')
        .select((of) => of.fn.min('row_id').as('row_id'))
        .where('further_item_id', '=', itemId)
        .where('revoked_at', 'is', null),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shares as first')
            .select('first.row_id')
            .where('first.item_id', '=', itemId)
            .where('first.revoked_at', 'is', null),
        ),
      ),
    )
    .returning('row_id')
    .executeTakeFirst();
  if (first === undefined) return;
  await tx.deleteFrom('share_files').where('share_id', '=', first.row_id).execute();
}

/** Name of the item, or how many files a multi-share has. */
export async function findShareName(
  reader: Reader,
  { rowId, itemId }: Pick<ShareRow, 'rowId' | 'itemId'>,
): Promise<string> {
  if (itemId !== null)
    return (await reader.selectFrom('items').select('name').where('id', '=', itemId).executeTakeFirst())?.name ?? '';
  const files = await countRows(reader.selectFrom('share_files').where('share_id', '=', rowId));
  return files === 1 ? '1 file' : `${files} files`;
}
