import type { SearchSort } from '@drive/contract/sorts';
import type { Item, SearchItemsQuery, SearchResult } from '@drive/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from './client.ts';
import { itemsKey, type ItemList } from './items.ts';
import { pageRows } from './paged-rows.ts';

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

/** `/Photos/2026` of `/Photos/2026/sea.jpg`; empty for the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * The results of a search, loaded page by page as they come into view: the server does not count them. Without words and
 * filters nothing is asked for.
 */
export function useFoundItems(find: Find, sort: SearchSort): ItemList {
  const isEmpty =
    Object.values(find).every((value) => value === undefined) || (find.q === undefined && isOnlyPlace(find));
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
    const places = new Map(results.map(({ item, path }) => [item.id, folderOf(path)]));
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
  }, [data, error, fetchNextPage, hasNextPage, isEmpty, isFetching, refetch]);
}

/** A place is no filter: the server would refuse the search. */
const isOnlyPlace = (find: Find): boolean =>
  Object.entries(find).every(([name, value]) => name === 'in' || value === undefined);
