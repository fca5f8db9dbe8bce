import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** A page of a list, as every list of the SDK returns it. */
interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly pagination: { readonly totalItems?: number; readonly nextCursor: string | null };
}

interface Pages<Entry> {
  readonly pages: readonly Page<Entry>[];
}

/** A list that is loaded page by page as the user asks for more. */
export interface PagedEntries<Entry> {
  /** `total`: how many entries there are; in a list that is not counted, how many are loaded. */
  readonly data: { readonly entries: readonly Entry[]; readonly total: number } | undefined;
  /** Of the last request; what was loaded before stays. */
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  refetch(): Promise<unknown>;
  more(): void;
}

export interface PagedSource<Entry> {
  readonly queryKey: readonly unknown[];
  readonly load: (cursor: { readonly cursor?: string }, signal: AbortSignal) => PromiseLike<Page<Entry>>;
  /** Milliseconds between two refreshes; false: none. Default: none. */
  readonly refetchInterval?: number | ((entries: readonly Entry[]) => number | false);
}

export function usePages<Entry>({ queryKey, load, refetchInterval }: PagedSource<Entry>): PagedEntries<Entry> {
  const { data, error, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey,
      queryFn: async ({ pageParam, signal }) => {
        const { items, pagination } = await load(pageParam === null ? {} : { cursor: pageParam }, signal);
        return { items, pagination };
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ pagination }) => pagination.nextCursor,
      placeholderData: keepPreviousData,
      ...(refetchInterval === undefined
        ? {}
        : {
            refetchInterval: ({ state }: { readonly state: { readonly data?: Pages<Entry> | undefined } }) =>
              typeof refetchInterval === 'number'
                ? refetchInterval
                : refetchInterval(state.data?.pages.flatMap(({ items }) => items) ?? []),
          }),
    }),
  );
  const loaded = useMemo(() => {
    const [first] = data?.pages ?? [];
    if (data === undefined || first === undefined) return undefined;
    const entries = data.pages.flatMap(({ items }) => items);
    return { entries, total: first.pagination.totalItems ?? entries.length };
  }, [data]);
  return {
    data: loaded,
    error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    refetch,
    more: () => void fetchNextPage(),
  };
}
