import { foldName, type ItemPage, type ListSort } from '@drive/contract';
import type { Database, Dialect } from '../../platform/db/database.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { paginationOf } from '../../platform/paging.ts';
import { folderNotFound } from './folders.ts';
import type { ItemFields } from './item-row.ts';
import type { ToItem } from './item.ts';
import { listByRowIds, listSlice, type Order, type Scope } from './listing-store.ts';
import type { NameOrder } from '@drive/name-index';
import type { NameSearch } from './search/name-search.ts';
import { findFolder } from './item-store.ts';

export interface ListingRequest {
  readonly ownerId: number;
  /** null: the root. Ignored if `q` is not blank. */
  readonly folderId: string | null;
  readonly q: string;
  readonly sort: ListSort;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Consecutive rows of a listing that are all in one order. */
interface Run {
  readonly scope: Scope;
  readonly count: number;
  readonly order: Order;
  readonly descending: boolean;
}

type ListingDeps = Pick<Ports, 'database'> & { readonly search: NameSearch; readonly toItem: ToItem };

/** One page of a folder, or of the owner's files whose name contains `q`, ignoring case. */
export async function listItems(deps: ListingDeps, request: ListingRequest): Promise<ItemPage> {
  const { total, rows } = await (request.q.trim() === '' ? listFolder(deps, request) : searchFiles(deps, request));
  return {
    files: rows.map((row) => deps.toItem(row)),
    pagination: paginationOf(request, total),
  };
}

interface Listed {
  /** On all pages. */
  readonly total: number;
  readonly rows: readonly ItemFields[];
}

async function listFolder({ database }: ListingDeps, request: ListingRequest): Promise<Listed> {
  const { limit, page } = request;
  const runs = await runsOfFolder(database, request);
  const rows: ItemFields[] = [];
  let skip = (page - 1) * limit;
  for (const run of runs) {
    const wanted = Math.min(limit - rows.length, run.count - skip);
    if (wanted > 0) rows.push(...(await readRun(database, run, skip, wanted)));
    skip = Math.max(0, skip - run.count);
  }
  return { total: runs.reduce((sum, run) => sum + run.count, 0), rows };
}

async function runsOfFolder(database: Database, { ownerId, folderId, sort }: ListingRequest): Promise<Run[]> {
  const folder = await findFolder(database.reader, ownerId, folderId);
  if (folder === undefined) {
    // The root has no row until something is put into it.
    if (folderId === null) return [];
    throw folderNotFound();
  }
  const { rowId: folderRowId, childFiles, childFolders } = folder;
  const place = { folderRowId, folderId };
  const order = orderOf(sort);
  const descending = sort.startsWith('-');
  if (order !== 'size')
    return [{ scope: { kind: 'all', ...place }, count: childFiles + childFolders, order, descending }];
  return [
    { scope: { kind: 'folders', ...place }, count: childFolders, order: 'name', descending: false },
    { scope: { kind: 'files', ...place }, count: childFiles, order, descending },
  ];
}

/** A search is repeated if a found file is gone before it is read. */
const attempts = 3;

async function searchFiles({ database, search }: ListingDeps, request: ListingRequest): Promise<Listed> {
  const { ownerId, q, sort, page, limit } = request;
  const query = {
    ownerId,
    text: foldName(q),
    // A search finds no folders.
    order: sort === 'type,name' ? 'name' : (sort.replace('-', '') as NameOrder),
    descending: sort.startsWith('-'),
    offset: (page - 1) * limit,
    limit,
  };
  for (let attempt = 1; ; attempt += 1) {
    const { total, rowIds } = await search.find(query);
    const rows = await listByRowIds(database.reader, database.dialect, rowIds);
    if (rows.length === rowIds.length || attempt === attempts) return { total, rows };
  }
}

const orderOf = (sort: ListSort): Order => {
  if (sort === 'type,name') return 'typeThenName';
  return sort.replace('-', '') as Order;
};

/** Cost of skipping a row forward relative to backward; measured with the index in memory. */
const forwardCost: Readonly<Record<Dialect, number>> = { sqlite: 0.25, postgres: 1 };

/** Skipping as many takes half a millisecond; a read in the worker takes a tenth more. */
const manyRows = 10_000;

/** Reads a part from the nearer end of the run. */
async function readRun(database: Database, run: Run, skip: number, wanted: number) {
  const after = run.count - skip - wanted;
  const cost = forwardCost[database.dialect];
  const fromEnd = run.descending ? after * cost < skip : after < skip * cost;
  const offset = fromEnd ? after : skip;
  const reader = offset < manyRows ? database.reader : database.workerReader;
  const rows = await listSlice(reader, database.dialect, run.scope, {
    order: run.order,
    backward: run.descending !== fromEnd,
    offset,
    limit: wanted,
  });
  return fromEnd ? rows.toReversed() : rows;
}
