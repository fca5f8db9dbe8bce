import { foldName, type ItemPage, type ListSort } from '@drive/contract';
import type { Database, Dialect } from '../../platform/db/database.ts';
import { paginationOf } from '../../platform/paging.ts';
import { folderNotFound } from './folders.ts';
import type { ItemFields, ToItem } from './item.ts';
import { listByRowIds, listSlice, type Order, type Scope } from './listing-store.ts';
import type { NameOrder } from '@drive/name-index';
import type { NameSearch } from './search/name-search.ts';
import { findFolder } from './item-store.ts';

export interface ListingRequest {
  readonly ownerId: number;
  /** null: the root. Not looked at where `q` is not blank. */
  readonly folderId: string | null;
  readonly q: string;
  readonly sort: ListSort;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** So many rows that stand one after the other in the listing, all in one order. */
interface Run {
  readonly scope: Scope;
  readonly count: number;
  readonly order: Order;
  readonly descending: boolean;
}

export interface ListingDeps {
  readonly database: Database;
  readonly search: NameSearch;
  readonly toItem: ToItem;
}

/** One page of a folder, or of the owner's files whose name contains `q`, whatever the case. */
export async function listItems(deps: ListingDeps, request: ListingRequest): Promise<ItemPage> {
  const { total, rows } = await (request.q.trim() === '' ? listFolder(deps, request) : searchFiles(deps, request));
  return {
    files: rows.map((row) => deps.toItem(row)),
    pagination: paginationOf(request, total),
  };
}

interface Listed {
  /** Also on the other pages. */
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
    // A root without a row is one that nothing was put into yet.
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

/** What is found and gone before it can be shown has it looked for again. */
const attempts = 3;

async function searchFiles({ database, search }: ListingDeps, request: ListingRequest): Promise<Listed> {
  const { ownerId, q, sort, page, limit } = request;
  const query = {
    ownerId,
    text: foldName(q),
    // Folders are not looked for.
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

/** What skipping a row along an index costs of what it costs against it, about; measured with the index in memory. */
const costAlong: Readonly<Record<Dialect, number>> = { sqlite: 0.25, postgres: 1 };

/** Skipping so many takes half a millisecond, and what is read aside a tenth more. */
const manyRows = 10_000;

/** A part is read from the end that it costs less to come from. */
async function readRun(database: Database, run: Run, skip: number, wanted: number) {
  const after = run.count - skip - wanted;
  const cost = costAlong[database.dialect];
  const fromEnd = run.descending ? after * cost < skip : after < skip * cost;
  const offset = fromEnd ? after : skip;
  const reader = offset < manyRows ? database.reader : database.asideReader;
  const rows = await listSlice(reader, database.dialect, run.scope, {
    order: run.order,
    backward: run.descending !== fromEnd,
    offset,
    limit: wanted,
  });
  return fromEnd ? rows.toReversed() : rows;
}
