import { paginationOf, readPage, type PageRequest, type SortKeys } from '@drive/base';
import type { ItemPage, ListSort } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { grants } from '../../access/index.ts';
import { keysOf, orderOf, orders, positionFields, positionOf, type Position } from '../items/item-orders.ts';
import type { FileRow } from '../items/item-row.ts';
import type { ItemViews } from '../items/item-views.ts';
import { listAt } from '../tree/item-store.ts';

/** More items than this are not listed: groups can hold as many grants as it takes. */
const mostGiven = 5000;

/** One page of the topmost items of others that a user was given. */
export async function listGiven(
  { database, views }: { readonly database: Database; readonly views: ItemViews },
  viewer: Viewer,
  { sort, ...request }: PageRequest & { readonly sort: ListSort },
): Promise<ItemPage> {
  const { reader, dialect } = database;
  const rowIds = await grants.listGivenItems(reader, viewer.userId, mostGiven);
  const rows = await listAt(reader, dialect, rowIds, viewer.userId);
  // What was given of the user's own tree, and what is below something else that was given, is not among them.
  const tops = rows.filter(({ state, given }) => state === 'alive' && given !== null && given.isTop);
  const compare = comparatorOf(sort);
  const sorted = tops
    .map((row) => ({ row, position: positionOf(keysOfRow(row)) }))
    .toSorted((a, b) => compare(a.position, b.position));
  const page = await readPage(
    request,
    async ({ offset, limit, after }) => {
      const last = after && positionOf(after);
      const rest = last === undefined ? sorted : sorted.filter(({ position }) => compare(position, last) > 0);
      return rest.slice(offset, offset + limit);
    },
    ({ row }) => keysOfRow(row),
  );
  return {
    files: await views.showAll(
      reader,
      viewer,
      page.rows.map(({ row }) => row),
    ),
    pagination: paginationOf(request, sorted.length, page.nextCursor),
  };
}

const keysOfRow = (row: FileRow): SortKeys => keysOf({ ...row, size: row.sizeBytes });

/** The order of a listing, and of equal items by row id. */
function comparatorOf(sort: ListSort): (a: Position, b: Position) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const columns = [...orders[orderOf(sort)], 'row_id' as const];
  return (a, b) => {
    for (const column of columns) {
      if (column === 'is_folder') {
        if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1;
        continue;
      }
      const field = positionFields[column];
      if (a[field] !== b[field]) return a[field] < b[field] ? -direction : direction;
    }
    return 0;
  };
}
