import type { SearchSort } from '@drive/contract/sorts';
import type { Item, SearchItemsQuery, SearchResult, TeamDrive } from '@drive/sdk';
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from './client.ts';
import { itemsKey, type ItemList } from './items.ts';
import { pageRows } from './paged-rows.ts';

/** Others who gave something to the user, by name. */
export const ownersQuery = queryOptions({
  queryKey: [...itemsKey, 'owners'],
  queryFn: async ({ signal }) => {
    const { items } = await client.files.list({ sharedWithMe: true, limit: pageRows }, { signal });
    const names = new Map<string, string>();
    for (const { ownerId, ownerName } of items)
      if (ownerId !== null && ownerName !== null) names.set(ownerId, ownerName);
    return [...names].map(([id, name]) => ({ id, name }));
  },
  staleTime: 60_000,
});

/** What a search looks for, everywhere or below a folder. */
export type Find = Omit<SearchItemsQuery, 'sort' | 'limit' | 'cursor'>;

/** Rows before the end of what is loaded at which more is loaded. */
const rowsAhead = 30;
/** Rows that stand for the results that are not loaded. */
const waitingRows = 10;

interface FoundPage {
  readonly items: readonly SearchResult[];
  readonly pagination: { readonly nextCursor: string | null };
}

const resultsOf = (pages: readonly FoundPage[] = []): readonly SearchResult[] => pages.flatMap(({ items }) => items);

/**
 * `/Photos/2026` of `/Photos/2026/sea.jpg`; empty for the root. Of what belongs to others it begins with their name, or that of the
 * team drive.
 */
function placeOf({ item, path }: SearchResult, drives: readonly TeamDrive[] = []): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const owner =
    item.role === 'owner' ? undefined : (drives.find(({ id }) => id === item.driveId)?.name ?? item.ownerName);
  return owner === undefined || owner === null ? folder : `/${owner}${folder}`;
}

/**
 * The results of a search, loaded page by page as they come into view: the server does not count them. Without words and
 * filters nothing is asked for. `drives`: those of the user, whose names are the places of what is in them.
 */
export function useFoundItems(find: Find, sort: SearchSort, drives?: readonly TeamDrive[]): ItemList {
  const isEmpty = isOnlyPlace(find);
  const query = useInfiniteQuery({
    queryKey: [...itemsKey, 'found', find, sort],
    queryFn: ({ pageParam, signal }) =>
      client
        .search({ ...find, sort, limit: pageRows, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal })
        .then(({ items, pagination }): FoundPage => ({ items, pagination })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: keepPreviousData,
    enabled: !isEmpty,
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query;

  return useMemo(() => {
    const results = resultsOf(data?.pages);
    const places = new Map(results.map((result) => [result.item.id, placeOf(result, drives)]));
    const isLoaded = data !== undefined || isEmpty;
    return {
      total: isLoaded ? results.length + (hasNextPage ? waitingRows : 0) : undefined,
      hasMore: hasNextPage,
      pageSize: pageRows,
      error,
      at: (index) => results[index]?.item,
      placeOf: ({ id }) => places.get(id),
      show: (_, last) => {
        if (hasNextPage && !isFetching && last >= results.length - rowsAhead) void fetchNextPage();
      },
      read: async (page) => {
        let loaded: readonly SearchResult[] = results;
        for (let next = hasNextPage; next && loaded.length < page * pageRows;) {
          const state = await fetchNextPage();
          loaded = resultsOf(state.data?.pages);
          next = state.hasNextPage && !state.isError;
        }
        return loaded.slice((page - 1) * pageRows, page * pageRows).map(({ item }): Item => item);
      },
      refetch: () => void refetch(),
    };
  }, [data, drives, error, fetchNextPage, hasNextPage, isEmpty, isFetching, refetch]);
}

/** A place and an owner are no filters: the server would refuse the search. */
const isOnlyPlace = (find: Find): boolean =>
  Object.entries(find).every(([name, value]) => ['in', 'owner'].includes(name) || value === undefined);
