import { paginationOf } from '@drive/base';
import type { ItemPage, ListSort } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { grants } from '../../access/index.ts';
import type { FileRow } from '../items/item-row.ts';
import type { ItemViews } from '../items/item-views.ts';
import { listAt } from '../tree/item-store.ts';

/** More items than this are not listed: groups can hold as many grants as it takes. */
const mostGiven = 5000;

interface GivenRequest {
  readonly sort: ListSort;
  readonly page: number;
  readonly limit: number;
}

/** One page of the topmost items of others that a user was given. */
export async function listGiven(
  { database, views }: { readonly database: Database; readonly views: ItemViews },
  viewer: Viewer,
  { sort, page, limit }: GivenRequest,
): Promise<ItemPage> {
  const { reader, dialect } = database;
  const rowIds = await grants.listGivenItems(reader, viewer.userId, mostGiven);
  const rows = await listAt(reader, dialect, rowIds, viewer.userId);
  // What was given of the user's own tree, and what is below something else that was given, is not among them.
  const tops = rows.filter(({ state, given }) => state === 'alive' && given !== null && given.isTop);
  const sorted = tops.toSorted(comparatorOf(sort));
  const shown = sorted.slice((page - 1) * limit, page * limit);
  return {
    files: await views.showAll(reader, viewer, shown),
    pagination: paginationOf({ page, limit }, sorted.length, null),
  };
}

type Compare = (a: FileRow, b: FileRow) => number;
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName: Compare = (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || a.rowId - b.rowId;
const comparators: Readonly<Record<string, Compare>> = {
  'type,name': (a, b) => Number(b.isFolder) - Number(a.isFolder) || byName(a, b),
  name: byName,
  createdAt: (a, b) => a.createdAt - b.createdAt || a.rowId - b.rowId,
  size: (a, b) => a.sizeBytes - b.sizeBytes || byName(a, b),
  downloadCount: (a, b) => a.downloadCount - b.downloadCount || a.rowId - b.rowId,
};

function comparatorOf(sort: ListSort): Compare {
  const compare = comparators[sort.replace(/^-/, '')] ?? byName;
  return sort.startsWith('-') ? (a, b) => compare(b, a) : compare;
}
