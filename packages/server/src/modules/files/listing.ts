import { foldName, type ItemPage, type ListSort } from '@drive/contract';
import type { Database } from '../../platform/db/database.ts';
import { folderNotFound } from './folders.ts';
import type { ToItem } from './item.ts';
import { countInScope, listSlice, type Order, type Scope } from './listing-store.ts';
import { findFolder } from './store.ts';

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
  readonly toItem: ToItem;
}

/** One page of a folder, or of the owner's files whose name contains `q`, whatever the case. */
export async function listItems({ database, toItem }: ListingDeps, request: ListingRequest): Promise<ItemPage> {
  const { limit, page } = request;
  const runs = request.q.trim() === '' ? await runsOfFolder(database, request) : [await runOfSearch(database, request)];
  const totalItems = runs.reduce((sum, run) => sum + run.count, 0);

  const rows = [];
  let skip = (page - 1) * limit;
  for (const run of runs) {
    const wanted = Math.min(limit - rows.length, run.count - skip);
    if (wanted > 0) rows.push(...(await readRun(database, run, skip, wanted)));
    skip = Math.max(0, skip - run.count);
  }
  return {
    files: rows.map((row) => toItem(row)),
    pagination: { currentPage: page, totalItems, totalPages: Math.ceil(totalItems / limit) },
  };
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

async function runOfSearch(database: Database, { ownerId, q, sort }: ListingRequest): Promise<Run> {
  const scope: Scope = { kind: 'search', ownerId, text: foldName(q) };
  const count = await countInScope(database.reader, database.dialect, scope);
  return { scope, count, order: orderOf(sort), descending: sort.startsWith('-') };
}

const orderOf = (sort: ListSort): Order => {
  if (sort === 'type,name') return 'typeThenName';
  return sort.replace('-', '') as Order;
};

/** A part of the second half is read from the end, so that no more is ever skipped than half. */
async function readRun(database: Database, run: Run, skip: number, wanted: number) {
  const after = run.count - skip - wanted;
  const fromEnd = after < skip;
  const rows = await listSlice(database.reader, database.dialect, run.scope, {
    order: run.order,
    backward: run.descending !== fromEnd,
    offset: fromEnd ? after : skip,
    limit: wanted,
  });
  return fromEnd ? rows.toReversed() : rows;
}
