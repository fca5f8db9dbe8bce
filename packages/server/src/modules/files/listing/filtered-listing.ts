import { keysOfCursor } from '@drive/base';
import type { ItemFilter } from '@drive/contract';
import type { Database } from '../../../platform/db/index.ts';
import { orderOf, positionOf, type Order } from '../items/item-orders.ts';
import { folderNotFound } from '../tree/folders.ts';
import { findFolder } from '../tree/item-store.ts';
import { countFiltered, filterFolder, listFilteredIds, type FilteredFolder } from './filtered-store.ts';
import type { Listed, ListingRequest } from './listing-request.ts';
import { listByRowIds, type Scope } from './listing-store.ts';

interface FilteredRun {
  readonly kind: Scope['kind'];
  readonly order: Order;
  readonly descending: boolean;
}

/** More rows than this are read in the worker. */
const manyRows = 2000;

/** A page of the items of a folder that match the filter. */
export async function listFiltered(
  database: Database,
  request: ListingRequest & { readonly filter: ItemFilter },
): Promise<Listed> {
  const { ownerId, folderId, filter, limit, page, cursor, sort } = request;
  const found = await findFolder(database.reader, ownerId, folderId);
  if (found === undefined) {
    if (folderId === null) return nothingListed;
    throw folderNotFound();
  }
  const children = found.childFiles + found.childFolders;
  const { dialect } = database;
  const large = children > manyRows ? database.workerReader : database.reader;
  const folder = await filterFolder(large, dialect, { folderRowId: found.rowId, userId: ownerId, filter });
  const { term } = folder;
  if (term?.count === 0) return nothingListed;
  const offset = cursor === undefined ? (page - 1) * limit : 0;
  const reader = term !== undefined && term.count <= manyRows ? database.reader : large;
  const order = orderOf(sort);
  const counts = await count(reader, folder, children, order);
  const total = counts.files + counts.folders;
  const position = cursor === undefined ? undefined : positionOf(keysOfCursor(cursor));
  const byTerm = isRare(term?.count, children, offset + limit);
  const rowIds: number[] = [];
  let skip = offset;
  for (const run of runsOf(order, sort.startsWith('-'), position !== undefined)) {
    if (rowIds.length > limit) break;
    if (run.kind === 'folders' && position?.isFolder === false) continue;
    const after = run.kind === 'files' && position?.isFolder === true ? undefined : position;
    const slice = { ...run, offset: skip, after, limit: limit + 1 - rowIds.length };
    rowIds.push(...(await listFilteredIds(reader, dialect, folder, byTerm, slice)));
    if (run.kind !== 'all') skip = Math.max(0, skip - counts[run.kind]);
  }
  const rows = await listByRowIds(database.reader, dialect, rowIds.slice(0, limit));
  return { total, rows, hasMore: rowIds.length > limit };
}

const nothingListed: Listed = { total: 0, rows: [], hasMore: false };

/** An index has the number of items with a term, though not by type. */
async function count(
  reader: Database['reader'],
  folder: FilteredFolder,
  children: number,
  order: Order,
): Promise<{ readonly files: number; readonly folders: number }> {
  const { term, conditions } = folder;
  if (term !== undefined && conditions.length === 0 && order !== 'size') return { files: term.count, folders: 0 };
  return countFiltered(reader, folder, term !== undefined && term.count < children / 2);
}

/** Sorting the items of a rare term takes less time than finding some of a common one in the order of the folder. */
const isRare = (count: number | undefined, children: number, wanted: number): boolean =>
  count !== undefined && (count <= 500 || count * count <= children * wanted);

/** Folders come before files; by size they have an order of their own. A position continues the run of its kind. */
function runsOf(order: Order, descending: boolean, hasPosition: boolean): FilteredRun[] {
  const files = { kind: 'files', order, descending } as const;
  if (order === 'size') return [{ kind: 'folders', order: 'name', descending: false }, files];
  if (order === 'typeThenName' && hasPosition) return [{ ...files, kind: 'folders' }, files];
  return [{ ...files, kind: 'all' }];
}
