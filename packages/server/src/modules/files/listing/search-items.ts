import { keysOfCursor, toCursor } from '@drive/base';
import type { AnySearchSort, ItemFilter, SearchPage } from '@drive/contract';
import type { GivenAccess, Viewer } from '../../../platform/access/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { keysOf, positionOf } from '../items/item-orders.ts';
import type { ItemViews, SeenIn } from '../items/item-views.ts';
import type { NameSearch } from '../search/name-search.ts';
import type { OwnerQuery } from '../search/search-store.ts';
import { badWords, parseWords } from '../search/search-words.ts';
import { listFoldersAbove, upFrom, type FoldersAbove } from '../tree/ancestor-store.ts';
import type { PathRoot } from '../tree/find-item.ts';
import { inTreeOf } from '../tree/in-tree.ts';
import { listFound, type FoundItem } from './listing-store.ts';
import { rowOfFolder } from './listing.ts';

export interface SearchRequest {
  /** Paths begin here. */
  readonly root: PathRoot;
  readonly q: string;
  /** Finds only what is below this folder, which is the root's or below it; null: everything. */
  readonly belowId: string | null;
  /** Finds only items that meet it. */
  readonly filter: ItemFilter | undefined;
  readonly sort: AnySearchSort;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export type SearchDeps = Pick<Ports, 'database'> & { readonly search: NameSearch; readonly views: ItemViews };

/** A page ends early once its paths have this many characters: those of deep folders could otherwise exceed any memory. */
const pathCharacters = 1024 * 1024;

/** One page of the items whose names contain each word, and that meet the filter. Throws `folder_not_found`. */
export async function searchItems(deps: SearchDeps, viewer: Viewer, request: SearchRequest): Promise<SearchPage> {
  const { reader } = deps.database;
  const words = wordsOf(request);
  return inTreeOf(reader, viewer.userId, request.belowId, ({ seen, folderId }) =>
    searchTree(deps, viewer, seen, { ...request, belowId: folderId }, words),
  );
}

/** The words of a search. Throws `validation_failed` without words and a filter. */
export function wordsOf({ q, filter }: Pick<SearchRequest, 'q' | 'filter'>): readonly string[] {
  const words = parseWords(q);
  if (words.length === 0 && filter === undefined) throw badWords('must have a word, unless there is a filter');
  return words;
}

async function searchTree(
  deps: SearchDeps,
  viewer: Viewer,
  seen: SeenIn,
  request: SearchRequest,
  words: readonly string[],
): Promise<SearchPage> {
  const { database, search } = deps;
  const { belowId, filter, sort, cursor, limit } = request;
  const { ownerId } = seen;
  const { rowIds } = await search.find({
    ownerId,
    userId: viewer.userId,
    withinRowId: await rowOfFolder(database.reader, ownerId, belowId),
    words,
    filter,
    ...orderOf(sort, words),
    offset: 0,
    after: cursor === undefined ? undefined : positionOf(keysOfCursor(cursor)),
    limit: limit + 1,
    isCounted: false,
  });
  const found = await listFound(database.reader, database.dialect, rowIds.slice(0, limit));
  const page = found.map((item) => ({ ...item, ...seen }));
  return pageOfFound(deps, viewer, request, { page, hasMore: rowIds.length > limit });
}

/** The items of a page with their paths, which may end it early. */
export async function pageOfFound(
  deps: SearchDeps,
  viewer: Viewer,
  { root }: Pick<SearchRequest, 'root'>,
  { page: found, hasMore: isCut }: { readonly page: readonly SeenFound[]; readonly hasMore: boolean },
): Promise<SearchPage> {
  const pathOf = await pathsOf(deps, root, found);
  const shown: { readonly item: SeenFound; readonly path: string }[] = [];
  let characters = 0;
  let last: SeenFound | undefined;
  for (const item of found) {
    if (characters >= pathCharacters) break;
    last = item;
    const path = pathOf(item);
    // It was moved to the trash, or out of the root, after it was found.
    if (path === undefined) continue;
    shown.push({ item, path });
    characters += path.length;
  }
  const hasMore = isCut || last !== found.at(-1);
  const rows = shown.map(({ item: { fields, ownerId, given } }) => ({ ...fields, ownerId, given }));
  const items = await deps.views.showAll(deps.database.reader, viewer, rows);
  const results = items.map((item, index) => ({ item, path: shown[index]?.path ?? '' }));
  return { results, pagination: { nextCursor: hasMore && last !== undefined ? cursorAfter(last) : null } };
}

/** An item that was found, and whose tree it is in. */
type SeenFound = FoundItem & SeenIn;

/** Without words nothing is more relevant than something else. */
export function orderOf(sort: AnySearchSort, words: readonly string[]): Pick<OwnerQuery, 'order' | 'descending'> {
  if (sort === '-uploadedAt' || (sort === 'relevance' && words.length === 0))
    return { order: 'createdAt', descending: true };
  const descending = sort.startsWith('-');
  return { order: (descending ? sort.slice(1) : sort) as OwnerQuery['order'], descending };
}

const cursorAfter = ({ rowId, fields }: FoundItem): string =>
  toCursor(keysOf({ ...fields, size: fields.sizeBytes, rowId }));

/** The path of each item from the root, or in trees of others from the topmost; undefined of one that is not below it, or not alive. */
async function pathsOf(
  { database }: SearchDeps,
  { folderId }: PathRoot,
  found: readonly SeenFound[],
): Promise<(item: SeenFound) => string | undefined> {
  const parents = new Set(found.map(({ parentRowId }) => parentRowId));
  const folders = await listFoldersAbove(database.reader, database.dialect, [...parents]);
  const known = new Map<number, string | undefined>();

  function pathOfFolder(start: number): string | undefined {
    const below: { readonly rowId: number; readonly name: string }[] = [];
    let path: string | undefined;
    for (let rowId: number | null = start; rowId !== null;) {
      const folder = folders.get(rowId);
      if (known.has(rowId)) path = known.get(rowId);
      else if (folder?.state !== 'alive') path = undefined;
      else if (folderId === null ? folder.parentRowId === null : folder.id === folderId) path = '';
      else {
        below.push({ rowId, name: folder.name });
        rowId = folder.parentRowId;
        continue;
      }
      break;
    }
    for (const { rowId, name } of below.toReversed()) {
      if (path !== undefined) path = `${path}/${name}`;
      known.set(rowId, path);
    }
    return path;
  }

  return (item) => {
    const { parentRowId, fields, given } = item;
    if (given !== null) return pathFromTop(folders, given, item);
    const folder = pathOfFolder(parentRowId);
    return folder === undefined ? undefined : `${folder}/${fields.name}`;
  };
}

/** From the topmost folder that a member reaches, which is the first of the path; the root of a team drive is none. */
function pathFromTop(
  folders: FoldersAbove,
  { onRowIds }: GivenAccess,
  { parentRowId, fields }: FoundItem,
): string | undefined {
  const above = [...upFrom(folders, parentRowId)];
  if (above.some(({ state }) => state !== 'alive')) return undefined;
  const top = above.findLastIndex(({ rowId }) => onRowIds.includes(rowId));
  const names = above.slice(0, top + 1).filter((folder) => folder.parentRowId !== null);
  return [...names.map(({ name }) => name).toReversed(), fields.name].map((name) => `/${name}`).join('');
}
