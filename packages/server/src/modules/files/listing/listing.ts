import { keysOfCursor, paginationOf, toCursor } from '@drive/base';
import type { ItemPage } from '@drive/contract';
import { mayDo, type Viewer } from '../../../platform/access/index.ts';
import type { Database, Dialect, Reader } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import {
  foundOrderOf,
  keysOf,
  needsRowId,
  orderOf,
  positionOf,
  type Order,
  type Position,
} from '../items/item-orders.ts';
import type { ItemFields } from '../items/item-row.ts';
import type { ItemViews, SeenIn } from '../items/item-views.ts';
import type { NameSearch } from '../search/name-search.ts';
import { folderNotFound, requireFolder } from '../tree/find-item.ts';
import { findFolder } from '../tree/folder-store.ts';
import { inTreeOf } from '../tree/in-tree.ts';
import { listFiltered } from './filtered-listing.ts';
import type { Listed, ListingRequest, WantedNames } from './listing-request.ts';
import { findRowId, listAfter, listByRowIds, listFirst, listSlice, type Scope } from './listing-store.ts';

interface Run {
  readonly scope: Scope;
  readonly count: number;
  readonly order: Order;
  readonly descending: boolean;
}

type ListingDeps = Pick<Ports, 'database'> & { readonly search: NameSearch };

type RequestOfViewer = Omit<ListingRequest, 'ownerId' | 'userId'>;

/** A page of a listing of a user: of their own root, or of a folder that they reach. Throws `folder_not_found`. */
export async function listFor(
  deps: ListingDeps & { readonly views: ItemViews },
  viewer: Viewer,
  request: RequestOfViewer,
): Promise<ItemPage> {
  const { reader } = deps.database;
  const { userId } = viewer;
  const { wanted, folderId } = request;
  if (folderId !== null && isFirstOfFolder(request)) {
    const { seen, rows, pagination } = await listFirstFor(deps, userId, { ...request, folderId });
    return { files: await deps.views.showIn(reader, viewer, seen, rows), pagination };
  }
  const top = wanted === undefined ? folderId : wanted.belowId;
  return inTreeOf(reader, userId, top, async ({ seen, folderId: foundId }) => {
    const place = wanted === undefined ? { folderId: foundId } : { wanted: { ...wanted, belowId: foundId } };
    const { rows, pagination } = await listItems(deps, { ...request, ...place, ownerId: seen.ownerId, userId });
    return { files: await deps.views.showIn(reader, viewer, seen, rows), pagination };
  });
}

/** Whether `listFirst` reads the page: folders and files are sorted together, and nothing is skipped. */
const readsFirst = ({ page, cursor, sort }: RequestOfViewer): boolean =>
  page === 1 && cursor === undefined && orderOf(sort) !== 'size';

const isFirstOfFolder = (request: RequestOfViewer): boolean =>
  request.wanted === undefined && request.filter === undefined && readsFirst(request);

/** The first page of a folder, as almost all are: one statement finds the folder, what the user was given there, and the items. */
async function listFirstFor(
  { database }: ListingDeps,
  userId: number,
  request: RequestOfViewer & { readonly folderId: string },
): Promise<ListedPage & { readonly seen: SeenIn }> {
  const { reader, dialect } = database;
  const { folderId, limit, sort } = request;
  const found = await listFirst(reader, dialect, { viewerId: userId, folderId }, sliceOf(request));
  if (found === undefined) {
    const seen = await requireFolder(reader, userId, folderId);
    return { seen, rows: [], pagination: paginationOf(request, 0, null) };
  }
  const { seen, rows, total } = found;
  if (!mayDo(userId, seen, 'read')) throw folderNotFound();
  const last = rows.at(-1);
  const nextCursor = last !== undefined && total > limit ? await cursorOf(database, { sort }, last) : null;
  return { seen, rows, pagination: paginationOf(request, total, nextCursor) };
}

const sliceOf = ({ sort, limit }: Pick<ListingRequest, 'sort' | 'limit'>) => ({
  order: orderOf(sort),
  backward: sort.startsWith('-'),
  limit,
});

export interface ListedPage extends Pick<ItemPage, 'pagination'> {
  readonly rows: readonly ItemFields[];
}

export async function listItems(deps: ListingDeps, request: ListingRequest): Promise<ListedPage> {
  const { wanted, filter } = request;
  const { total, rows, hasMore } = await (wanted !== undefined
    ? listMatches(deps, request, wanted)
    : filter === undefined
      ? listFolder(deps, request)
      : listFiltered(deps.database, { ...request, filter }));
  const last = rows.at(-1);
  const nextCursor = last !== undefined && hasMore ? await cursorOf(deps.database, request, last) : null;
  return { rows, pagination: paginationOf(request, total, nextCursor) };
}

async function cursorOf(
  database: Database,
  { wanted, sort }: Pick<ListingRequest, 'wanted' | 'sort'>,
  item: ItemFields,
): Promise<string> {
  const { id, name, isFolder, sizeBytes, createdAt, downloadCount } = item;
  if (wanted === undefined && !needsRowId(orderOf(sort))) return toCursor([isFolder ? 1 : 0, name, sizeBytes]);
  // Only the last item of a page needs its row id, which no listing reads.
  const rowId = (await findRowId(database.reader, id)) ?? 0;
  return toCursor(keysOf({ isFolder, name, size: sizeBytes, createdAt, rowId, id, downloadCount }));
}

async function listFolder({ database }: ListingDeps, request: ListingRequest): Promise<Listed> {
  const { ownerId, folderId, limit, page, cursor } = request;
  if (readsFirst(request)) {
    const first = await listFirst(database.reader, database.dialect, { ownerId, folderId }, sliceOf(request));
    if (first !== undefined) return { ...first, hasMore: first.total > limit };
  }
  const runs = await runsOfFolder(database, request);
  const total = runs.reduce((sum, run) => sum + run.count, 0);
  if (cursor !== undefined) {
    const found = await readAfter(database, runs, positionOf(keysOfCursor(cursor)), limit + 1);
    return { total, rows: found.slice(0, limit), hasMore: found.length > limit };
  }
  const rows: ItemFields[] = [];
  let skip = (page - 1) * limit;
  for (const run of runs) {
    const wanted = Math.min(limit - rows.length, run.count - skip);
    if (wanted > 0) rows.push(...(await readRun(database, run, skip, wanted)));
    skip = Math.max(0, skip - run.count);
  }
  return { total, rows, hasMore: (page - 1) * limit + rows.length < total };
}

async function readAfter(
  { reader, dialect }: Database,
  runs: readonly Run[],
  position: Position,
  limit: number,
): Promise<ItemFields[]> {
  const rows: ItemFields[] = [];
  for (const { scope, order, descending } of runs.flatMap(byKind)) {
    if (rows.length === limit) break;
    // Files follow folders; the run of a position's kind continues after it.
    if (scope.kind === 'folders' && !position.isFolder) continue;
    const after = scope.kind === 'files' && position.isFolder ? undefined : position;
    rows.push(
      ...(await listAfter(reader, dialect, scope, { order, backward: descending, after, limit: limit - rows.length })),
    );
  }
  return rows;
}

/** Splits a run of folders and then files, whose columns are sorted in different directions. */
const byKind = (run: Run): Run[] =>
  run.order === 'typeThenName' && run.scope.kind === 'all'
    ? (['folders', 'files'] as const).map((kind) => ({ ...run, scope: { ...run.scope, kind } }))
    : [run];

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

/** A search is repeated if a found item is deleted before its row is read. */
const attempts = 3;

async function listMatches(
  { database, search }: ListingDeps,
  request: ListingRequest,
  { words, kind, belowId }: WantedNames,
): Promise<Listed> {
  const { ownerId, userId, sort, page, limit, cursor, filter } = request;
  const query = {
    ownerId,
    userId,
    withinRowId: await rowOfFolder(database.reader, ownerId, belowId),
    words,
    kind,
    filter,
    order: foundOrderOf(sort),
    descending: sort.startsWith('-'),
    offset: cursor === undefined ? (page - 1) * limit : 0,
    after: cursor === undefined ? undefined : positionOf(keysOfCursor(cursor)),
    limit: limit + 1,
  };
  for (let attempt = 1; ; attempt += 1) {
    const { total, rowIds } = await search.find(query);
    const shown = rowIds.slice(0, limit);
    const rows = await listByRowIds(database.reader, database.dialect, shown);
    if (rows.length === shown.length || attempt === attempts) return { total, rows, hasMore: rowIds.length > limit };
  }
}

/** items.row_id of an alive folder; undefined: everything. */
export async function rowOfFolder(
  reader: Reader,
  ownerId: number,
  folderId: string | null,
): Promise<number | undefined> {
  if (folderId === null) return undefined;
  const folder = await findFolder(reader, ownerId, folderId);
  if (folder === undefined) throw folderNotFound();
  return folder.rowId;
}

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
