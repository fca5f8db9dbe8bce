import type { SortKeys } from '@drive/base';
import { foldName, type ListSort } from '@drive/contract';

/**
 * The columns that each order compares. This table is the only place of the server that knows them: listings, cursors and
 * searches by query derive from it. Each order is that of an index of `items` (platform/db/migrations), except by
 * downloads on Postgres.
 */
export const orders = {
  typeThenName: ['is_folder', 'name_key', 'name'],
  name: ['name_key', 'name'],
  createdAt: ['created_at', 'row_id'],
  size: ['size', 'name_key', 'name'],
  // Counts change while a listing is read: it may repeat or lack an item whose count has changed. Each row that it repeats
  // is a download, so that it ends once it is read faster than files are downloaded.
  downloadCount: ['download_count', 'row_id'],
} as const;
export type Order = keyof typeof orders;
/** The results of a search have no order of type. */
export type FoundOrder = Exclude<Order, 'typeThenName'>;

export const orderOf = (sort: ListSort): Order =>
  sort === 'type,name' ? 'typeThenName' : (sort.replace('-', '') as FoundOrder);
export const foundOrderOf = (sort: ListSort): FoundOrder =>
  sort === 'type,name' ? 'name' : (sort.replace('-', '') as FoundOrder);

/** No listing reads row ids: the position of an item in these orders needs one more query. */
export const needsRowId = (order: Order): boolean => (orders[order] as readonly string[]).includes('row_id');

/** Position of an item in every order. */
export interface Position {
  readonly isFolder: boolean;
  /** Folded name. */
  readonly nameKey: string;
  readonly name: string;
  readonly id: string;
  readonly size: number;
  readonly createdAt: number;
  readonly downloadCount: number;
  readonly rowId: number;
  /** The client's modification time, or else the upload time. */
  readonly modifiedAt: number;
}

export const positionFields = {
  name_key: 'nameKey',
  name: 'name',
  id: 'id',
  size: 'size',
  file_size: 'size',
  created_at: 'createdAt',
  download_count: 'downloadCount',
  row_id: 'rowId',
} as const satisfies Record<string, keyof Position>;

export const beforeAll: Position = {
  isFolder: false,
  nameKey: '',
  name: '',
  id: '',
  size: 0,
  createdAt: 0,
  downloadCount: 0,
  rowId: 0,
  modifiedAt: 0,
};

/** The keys of a cursor after an item. The folded name is not among them: it can be eighteen times as long as the name. */
export const keysOf = (
  position: Omit<Position, 'nameKey' | 'modifiedAt'> & { readonly modifiedAt?: number | null },
): SortKeys => {
  const { isFolder, name, size, createdAt, rowId, id, downloadCount, modifiedAt } = position;
  return [isFolder ? 1 : 0, name, size, createdAt, rowId, id, downloadCount, modifiedAt ?? createdAt];
};

export const positionOf = ([
  isFolder,
  name,
  size,
  createdAt,
  rowId,
  id,
  downloadCount,
  // Cursors of earlier versions have none.
  modifiedAt = createdAt,
]: SortKeys): Position => ({
  isFolder: isFolder === 1,
  nameKey: foldName(String(name)),
  name: String(name),
  size: Number(size),
  createdAt: Number(createdAt),
  rowId: Number(rowId),
  id: String(id),
  downloadCount: Number(downloadCount),
  modifiedAt: Number(modifiedAt),
});
