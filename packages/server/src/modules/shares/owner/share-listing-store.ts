import type { PageSlice } from '@drive/base';
import { sql } from 'kysely';
import { isAfter, type Reader } from '../../../platform/db/index.ts';
import { stateFromAbove, type HeldBack } from '../../files/index.ts';
import { isNotPurged, selectShares, sharedItemId, shareRow, type ShareRow } from '../share-store.ts';

export interface ListedShareRow {
  readonly share: ShareRow;
  /** undefined for a multi-share. */
  readonly item: { readonly name: string; readonly isFolder: boolean } | undefined;
  /** owners.id of the team drive that it belongs to; null: it belongs to a user. */
  readonly driveId: string | null;
  /** For a folder, the number of files directly in it. */
  readonly fileCount: number;
  readonly createdBy: { readonly id: string; readonly name: string | null } | null;
}

/** The share of an upload in progress, whose item does not exist yet, is not listed. */
const isThere = sql<boolean>`(${sharedItemId} is null or item.state in ('alive', 'trashed'))`;

const isOpenItem = sql<boolean>`i.state = 'alive' and ${stateFromAbove('i.parent_id')} = 'alive'`;

/** What visitors of a share can open. */
export interface ListedItem {
  /** undefined for a folder and for several files. */
  readonly file: { readonly name: string; readonly sha256: string | null } | undefined;
}

/** Returns which of these shares (shares.row_id) have an item that visitors can open. */
export async function listReachable(
  reader: Reader,
  { isReleasedRow }: HeldBack,
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, ListedItem>> {
  if (rowIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('shares as s')
    .leftJoin('items as file', (join) => join.on('file.id', '=', sharedItemId).on('file.is_folder', '=', 0))
    .select(['s.row_id', 'file.name', 'file.sha256'])
    .where('s.row_id', 'in', rowIds)
    .where(
      sql<boolean>`case when ${sharedItemId} is null
        then exists (select 1 from share_files as f join items as i on i.id = f.item_id
          where f.share_id = s.row_id and ${isOpenItem})
        else exists (select 1 from items as i
          where i.id = ${sharedItemId} and (i.is_folder = 1 or ${isReleasedRow('i')}) and ${isOpenItem}) end`,
    )
    .execute();
  return new Map(
    rows.map(({ row_id: rowId, name, sha256 }) => [rowId, { file: name === null ? undefined : { name, sha256 } }]),
  );
}

export async function countListedShares(reader: Reader, ownerId: number): Promise<number> {
  const row = await reader
    .selectFrom('shares as s')
    .leftJoin('items as item', (join) => join.on('item.id', '=', sharedItemId))
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('s.owner_id', '=', ownerId)
    .where('s.revoked_at', 'is', null)
    .where(isThere)
    .where(isNotPurged)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listListedShareRows(
  reader: Reader,
  ownerId: number,
  { offset, limit, after }: PageSlice,
): Promise<ListedShareRow[]> {
  const rows = await selectListed(reader)
    .where('s.owner_id', '=', ownerId)
    .where(isAfter(after, ['s.row_id'], 'desc'))
    .orderBy('s.row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(fromRow);
}

/** All links of an item, oldest first. */
export async function listLinkRowsOf(reader: Reader, itemId: string): Promise<ListedShareRow[]> {
  const rows = await selectListed(reader)
    .where((of) => of.or([of('s.item_id', '=', itemId), of('s.further_item_id', '=', itemId)]))
    .orderBy('s.row_id')
    .execute();
  return rows.map(fromRow);
}

export async function findListedShareRow(
  reader: Reader,
  { ownerId, token }: { readonly ownerId: number; readonly token: string },
): Promise<ListedShareRow | undefined> {
  const row = await selectListed(reader)
    .where('s.owner_id', '=', ownerId)
    .where('s.token', '=', token)
    .executeTakeFirst();
  return row && fromRow(row);
}

const selectListed = (reader: Reader) =>
  selectShares(reader)
    .leftJoin('items as item', (join) => join.on('item.id', '=', sharedItemId))
    .leftJoin('owners as drive', (join) => join.onRef('drive.row_id', '=', 's.owner_id').on('drive.kind', '=', 'drive'))
    .leftJoin('users as maker', 'maker.row_id', 's.created_by')
    .select([
      'item.name',
      'item.is_folder',
      'item.child_files',
      'drive.id as drive_id',
      'maker.id as maker_id',
      'maker.name as maker_name',
      sql<number>`(select count(*) from share_files as f join items as i on i.id = f.item_id
        where f.share_id = s.row_id and i.state in ('alive', 'trashed'))`.as('files'),
    ])
    .where(isThere);

type SelectedShare = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>;

const fromRow = (row: SelectedShare): ListedShareRow => ({
  share: shareRow.from(row),
  item: row.name === null ? undefined : { name: row.name, isFolder: row.is_folder === 1 },
  driveId: row.drive_id,
  createdBy: row.maker_id === null ? null : { id: row.maker_id, name: row.maker_name },
  fileCount: row.name === null ? row.files : row.is_folder === 1 ? (row.child_files ?? 0) : 1,
});
