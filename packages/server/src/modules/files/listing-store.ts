import type { ShareMode } from '@drive/contract';
import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Dialect, Reader } from '../../platform/db/database.ts';
import { isAmong, rowIdList } from '../../platform/db/row-ids.ts';
import type { Flag } from '../../platform/db/schema.ts';
import type { ItemFields } from './item.ts';
import { multiShares, shareOf } from './item-share.ts';
import { aFile, aFolder, alive } from './item-store.ts';

/** The orders that rows are read in, each along an index. */
const orders = {
  typeThenName: ['is_folder desc', 'name_key asc', 'name asc'],
  name: ['name_key asc', 'name asc'],
  createdAt: ['created_at asc', 'row_id asc'],
  size: ['size asc', 'name_key asc', 'name asc'],
} as const;
export type Order = keyof typeof orders;

/** Which alive items of a folder. */
export interface Scope {
  readonly kind: 'all' | 'folders' | 'files';
  readonly folderRowId: number;
  /** What the API calls it: null for the root. */
  readonly folderId: string | null;
}

export interface Slice {
  readonly order: Order;
  readonly backward: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Alive items of the scope, in order. */
export async function listSlice(
  reader: Reader,
  dialect: Dialect,
  { kind, folderRowId, folderId }: Scope,
  { order, backward, offset, limit }: Slice,
): Promise<ItemFields[]> {
  const skips = offset > 0;
  const shape = `${dialect} ${kind} ${order} ${backward} ${skips}`;
  let query = queries.get(shape);
  if (query === undefined) queries.set(shape, (query = sliceQuery(dialect, kind, order, backward, skips)));
  const rows = await query(reader, { folderRowId, offset, limit });
  return rows.map((row) => toItemFields(row, folderId));
}

const queries = new Map<string, ReturnType<typeof sliceQuery>>();
const ofKind = { folders: aFolder, files: aFile };

type SliceValues = { folderRowId: number } & Pick<Slice, 'offset' | 'limit'>;

const sliceQuery = (dialect: Dialect, kind: Scope['kind'], order: Order, backward: boolean, skips: boolean) => {
  const columns = orders[order].map((term) => {
    const [column, direction] = term.split(' ') as ['name', 'asc' | 'desc'];
    return [column, backward === (direction === 'asc') ? 'desc' : 'asc'] as const;
  });
  if (!skips)
    return compileOnce((reader: Reader, values: SliceValues) => {
      let rows = selectListed(reader).where('i.state', '=', alive).where('i.parent_id', '=', values.folderRowId);
      if (kind !== 'all') rows = rows.where('i.is_folder', '=', ofKind[kind]);
      for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
      return rows.limit(values.limit);
    });
  // SQLite looks at every row that it skips, to see whether it is still the folder's, and not where it isn't asked to: the
  // offset and the limit end within the folder anyway, and what doesn't, because something has just gone, isn't joined.
  // Only along an index that begins with the folder, and only forward; the other way it looks all the same.
  const runsOn = dialect === 'sqlite' && kind !== 'folders' && !backward;
  return compileOnce((reader: Reader, values: SliceValues) => {
    // What the offset skips is counted along the index; only the rows of the page are looked at whole.
    let page = reader
      .selectFrom('items')
      .select('items.row_id')
      .where('items.state', '=', alive)
      .where('items.parent_id', runsOn ? '>=' : '=', values.folderRowId);
    if (kind !== 'all') page = page.where('items.is_folder', '=', ofKind[kind]);
    if (runsOn) page = page.orderBy('items.parent_id');
    for (const [column, direction] of columns) page = page.orderBy(`items.${column}`, direction);
    page = page.limit(values.limit).offset(values.offset);
    let rows = selectListed(reader).innerJoin(page.as('page'), 'page.row_id', 'i.row_id');
    if (runsOn) rows = rows.where('i.parent_id', '=', values.folderRowId);
    for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
    return rows;
  });
};

/** No column more than an answer tells: each costs its share of the time that a page takes. */
const selectListed = (reader: Reader) =>
  reader
    .selectFrom('items as i')
    .leftJoin('shares as share', (join) => join.onRef('share.item_id', '=', 'i.id').on('share.revoked_at', 'is', null))
    .select([
      'i.id',
      'i.is_folder',
      'i.name',
      'i.size',
      'i.mime_type',
      'i.sha256',
      'i.preview_key',
      'i.quarantined',
      'i.download_count',
      'i.created_at',
      'share.mode as share_mode',
      'share.token as share_token',
      multiShares.as('multi_shares'),
      'share.like_count',
      'share.comment_count',
    ]);

interface ListedRow {
  readonly id: string;
  readonly is_folder: Flag;
  readonly name: string;
  readonly size: number;
  readonly mime_type: string | null;
  readonly sha256: string | null;
  readonly preview_key: string | null;
  readonly quarantined: Flag;
  readonly download_count: number;
  readonly created_at: number;
  readonly share_mode: ShareMode | null;
  readonly share_token: string | null;
  readonly multi_shares: string | null;
  readonly like_count: number | null;
  readonly comment_count: number | null;
}

const toItemFields = (row: ListedRow, parentId: string | null): ItemFields => ({
  id: row.id,
  parentId,
  isFolder: row.is_folder === 1,
  name: row.name,
  sizeBytes: row.size,
  mimeType: row.mime_type,
  sha256: row.sha256,
  thumbnailKey: row.preview_key,
  quarantined: row.quarantined === 1,
  downloadCount: row.download_count,
  createdAt: row.created_at,
  deletedAt: null,
  ...shareOf(row),
  likeCount: row.like_count,
  commentCount: row.comment_count,
});

/** What is found may lie anywhere. Null in the root. */
const parentId = sql<
  string | null
>`(select parent.id from items as parent where parent.row_id = i.parent_id and parent.parent_id is not null)`;

const foundQuery = (dialect: Dialect) =>
  compileOnce((reader: Reader, { list }: { list: string }) =>
    selectListed(reader)
      .select(['i.row_id', parentId.as('parent_id')])
      .where('i.state', '=', alive)
      .where(isAmong(dialect, 'i.row_id', list)),
  );
const foundQueries: Record<Dialect, ReturnType<typeof foundQuery>> = {
  sqlite: foundQuery('sqlite'),
  postgres: foundQuery('postgres'),
};

/** The items with these row ids, in that order, without those that are alive no longer. */
export async function listByRowIds(
  reader: Reader,
  dialect: Dialect,
  rowIds: readonly number[],
): Promise<readonly ItemFields[]> {
  if (rowIds.length === 0) return [];
  const rows = await foundQueries[dialect](reader, { list: rowIdList(dialect, rowIds) });
  const byRowId = new Map(rows.map((row) => [row.row_id, toItemFields(row, row.parent_id)]));
  return rowIds.flatMap((rowId) => byRowId.get(rowId) ?? []);
}
