import { keysOfCursor } from '@drive/base';
import type { ItemFilter } from '@drive/contract';
import type { Database } from '../../../platform/db/index.ts';
import { orderOf, positionOf, type Order } from '../items/item-orders.ts';
import { folderNotFound } from '../tree/find-item.ts';
import { findFolder } from '../tree/folder-store.ts';
import {
  countFiltered,
  countWithTerms,
  filterFolder,
  listFilteredIds,
  type FilteredCounts,
  type FilteredFolder,
} from './filtered-store.ts';
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
  const { ownerId, userId = ownerId, folderId, filter, limit, page, cursor, sort } = request;
  const found = await findFolder(database.reader, ownerId, folderId);
  if (found === undefined) {
    if (folderId === null) return nothingListed;
    throw folderNotFound();
  }
  const children = found.childFiles + found.childFolders;
  const { dialect } = database;
  const large = children > manyRows ? database.workerReader : database.reader;
  const offset = cursor === undefined ? (page - 1) * limit : 0;
  const countedTo = Math.max(manyRows, mostRare(children, offset + limit));
  const folder = await filterFolder(large, dialect, { folderRowId: found.rowId, userId, filter, countedTo });
  const { term } = folder;
  if (term?.count === 0) return nothingListed;
  const reader = term !== undefined && term.count <= manyRows ? database.reader : large;
  const order = orderOf(sort);
  const counts = await count(reader, folder, { countedTo, areKindsNeeded: order === 'size' && offset > 0 });
  const total = counts.files + counts.folders;
  const position = cursor === undefined ? undefined : positionOf(keysOfCursor(cursor));
  const byTerm = term !== undefined && term.count <= mostRare(children, offset + limit);
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

/**
 * The total is exact, however many there are. Indexes have the number of items with some terms, though not by type, which only
 * a later page of a listing by size needs.
 */
async function count(
  reader: Database['reader'],
  folder: FilteredFolder,
  { countedTo, areKindsNeeded }: { readonly countedTo: number; readonly areKindsNeeded: boolean },
): Promise<FilteredCounts> {
  const { term, otherTerms, conditions } = folder;
  if (term === undefined || conditions.length > 0 || areKindsNeeded)
    return countFiltered(reader, folder, term !== undefined);
  const isCounted = otherTerms.length === 0 && term.count <= countedTo;
  return { files: isCounted ? term.count : await countWithTerms(reader, folder, term.text), folders: 0 };
}

/** Sorting up to so many items of a term takes less time than finding the wanted ones in the order of the folder. */
const mostRare = (children: number, wanted: number): number => Math.max(500, Math.floor(Math.sqrt(children * wanted)));

/** Folders come before files; by size they have an order of their own. A position continues the run of its kind. */
function runsOf(order: Order, descending: boolean, hasPosition: boolean): FilteredRun[] {
  const files = { kind: 'files', order, descending } as const;
  if (order === 'size') return [{ kind: 'folders', order: 'name', descending: false }, files];
  if (order === 'typeThenName' && hasPosition) return [{ ...files, kind: 'folders' }, files];
  return [{ ...files, kind: 'all' }];
}
