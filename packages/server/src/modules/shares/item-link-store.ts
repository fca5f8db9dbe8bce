import { countRows, type Dialect, isAmong, type Reader, rowIdList, type Tx } from '../../platform/db/index.ts';
import { insertShareFiles, selectEvenClosed, selectShares, shareRow, type ShareRow } from './share-store.ts';

/** All links of an item, oldest first. */
export async function listLinksOf(reader: Reader, itemId: string): Promise<ShareRow[]> {
  const rows = await selectShares(reader)
    .where((of) => of.or([of('s.item_id', '=', itemId), of('s.further_item_id', '=', itemId)]))
    .orderBy('s.row_id')
    .execute();
  return rows.map(shareRow.from);
}

/** How many links an item has, also while its owner is disabled. */
export const countLinksOf = (tx: Tx, itemId: string): Promise<number> =>
  countRows(
    tx
      .selectFrom('shares')
      .where((of) => of.or([of('item_id', '=', itemId), of('further_item_id', '=', itemId)]))
      .where('revoked_at', 'is', null),
  );

/** The link of an upload (items.id of the file to come), also while its owner is disabled. */
export async function findLinkOfUpload(tx: Tx, fileId: string): Promise<ShareRow | undefined> {
  const row = await selectEvenClosed(tx).where('s.item_id', '=', fileId).executeTakeFirst();
  return row && shareRow.from(row);
}

/**
 * Links to items (items.row_id), and to several files with some of them, the newest first. Also those that are closed by a purge, or
 * by their owner being disabled.
 */
export async function listLinksTo(tx: Tx, dialect: Dialect, itemRowIds: readonly number[]): Promise<ShareRow[]> {
  const isGiven = isAmong(dialect, 'i.row_id', rowIdList(dialect, itemRowIds));
  const rows = await selectEvenClosed(tx)
    .where('s.row_id', 'in', (db) =>
      db
        .selectFrom('items as i')
        .innerJoin('shares as own', 'own.item_id', 'i.id')
        .select('own.row_id')
        // The index has no others.
        .where('own.revoked_at', 'is', null)
        .where(isGiven)
        .unionAll(
          db
            .selectFrom('items as i')
            .innerJoin('share_files as f', 'f.item_id', 'i.id')
            .select('f.share_id as row_id')
            .where(isGiven),
        ),
    )
    .orderBy('s.row_id', 'desc')
    .execute();
  return rows.map(shareRow.from);
}

/** items.id of the items among these (items.row_id) that a multi-share has. */
export async function listFilesAmong(
  tx: Tx,
  dialect: Dialect,
  shareRowId: number,
  itemRowIds: readonly number[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('share_files as f')
    .innerJoin('items as i', 'i.id', 'f.item_id')
    .select('i.id')
    .where('f.share_id', '=', shareRowId)
    .where(isAmong(dialect, 'i.row_id', rowIdList(dialect, itemRowIds)))
    .execute();
  return rows.map(({ id }) => id);
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

/** Makes a link that of another item. Call with the links of that item locked. */
export async function moveShare(
  tx: Tx,
  rowId: number,
  { itemId, isFurther }: { readonly itemId: string; readonly isFurther: boolean },
): Promise<void> {
  await tx
    .updateTable('shares')
    .set(isFurther ? { item_id: null, further_item_id: itemId } : { item_id: itemId })
    .where('row_id', '=', rowId)
    .execute();
  if (isFurther) await insertShareFiles(tx, rowId, [itemId]);
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
