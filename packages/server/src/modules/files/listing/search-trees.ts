import { keysOfCursor } from '@drive/base';
import { foldName, type SearchPage } from '@drive/contract';
import { rankOf } from '@drive/name-index';
import { mayDo, type Viewer } from '../../../platform/access/index.ts';
import { keysOf, orders, positionFields, positionOf, type Position } from '../items/item-orders.ts';
import { isSameTree, type FileRow } from '../items/item-row.ts';
import { findOwnerRow } from '../items/people-store.ts';
import { findBelow, type OwnerQuery } from '../search/search-store.ts';
import { listDriveRoots } from '../tree/drive-root-store.ts';
import { listAt } from '../tree/item-store.ts';
import { listTops } from './given-listing.ts';
import { orderOf, pageOfFound, wordsOf, type SearchDeps, type SearchRequest } from './search-items.ts';

/** Trees that a user reaches: those that are searched as a whole (owners.row_id), and topmost items of others (items.row_id). */
interface SearchedTrees {
  readonly ownerIds: readonly number[];
  readonly topRowIds: readonly number[];
}

/**
 * One page of what a search finds in the trees of others, and with `any` in that of the user: each tree alone, then merged. `owner`:
 * owners.id of one, or `any`.
 */
export async function searchTrees(
  deps: SearchDeps,
  viewer: Viewer,
  owner: string,
  request: SearchRequest,
): Promise<SearchPage> {
  const words = wordsOf(request);
  const { database, search } = deps;
  const { reader, workerReader, dialect } = database;
  const { filter, sort, cursor, limit } = request;
  const { userId } = viewer;
  const query = {
    userId,
    words,
    filter,
    ...orderOf(sort, words),
    after: cursor === undefined ? undefined : positionOf(keysOfCursor(cursor)),
    limit: limit + 1,
  };
  const { ownerIds, topRowIds } = await treesOf(deps, userId, owner);
  const compare = comparatorOf(query);
  let found: FileRow[] = [];
  const merge = async (rowIds: readonly number[]): Promise<void> => {
    const rows = await listAt(reader, dialect, rowIds, userId);
    const reached = rows.filter((row) => row.state === 'alive' && mayDo(userId, row, 'read'));
    found = [...found, ...reached].toSorted((a, b) => compare(placeOf(a), placeOf(b))).slice(0, limit + 1);
  };
  for (const ownerId of ownerIds)
    await merge((await search.find({ ...query, ownerId, offset: 0, isCounted: false })).rowIds);
  await merge(await findBelow(workerReader, dialect, topRowIds, query));
  const page = found.slice(0, limit).map((row) => ({ ...row, fields: row }));
  return pageOfFound(deps, viewer, request, { page, hasMore: found.length > limit });
}

/** By the id of an owner, or `any`. Finds nothing for one of whom the user was given nothing, as for an unknown one. */
async function treesOf({ database }: SearchDeps, userId: number, owner: string): Promise<SearchedTrees> {
  const { reader } = database;
  const onlyOf = owner === 'any' ? undefined : { ownerId: (await findOwnerRow(reader, owner)) ?? 0 };
  const isWanted = (tree: { readonly ownerId: number }): boolean => onlyOf === undefined || isSameTree(tree, onlyOf);
  const roots = (await listDriveRoots(reader, userId)).filter(isWanted);
  const tops = (await listTops(database, reader, userId)).filter(isWanted);
  const own = isWanted({ ownerId: userId }) ? [userId] : [];
  return {
    ownerIds: [...own, ...roots.map(({ ownerId }) => ownerId)],
    topRowIds: tops.map(({ rowId }) => rowId),
  };
}

const placeOf = (row: FileRow): Position => positionOf(keysOf({ ...row, size: row.sizeBytes }));

/** The order of the statements of each tree. */
function comparatorOf({
  order,
  descending,
  words,
}: Pick<OwnerQuery, 'order' | 'descending' | 'words'>): (a: Position, b: Position) => number {
  const direction = descending ? -1 : 1;
  const keys = (position: Position): (string | number)[] => {
    const { createdAt, rowId, modifiedAt } = position;
    if (order === 'relevance') return [rankOf(foldName(position.name), words), -createdAt, -rowId];
    if (order === 'modifiedAt') return [direction * modifiedAt, direction * rowId];
    return [...orders[order].map((column) => position[positionFields[column]]), rowId];
  };
  const sign = order === 'relevance' || order === 'modifiedAt' ? 1 : direction;
  return (a, b) => {
    const [left, right] = [keys(a), keys(b)];
    for (const [index, key] of left.entries()) {
      const other = right[index] ?? key;
      if (key !== other) return key < other ? -sign : sign;
    }
    return 0;
  };
}
