import type { Item } from '@drive/sdk';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Sort } from './sorts.ts';
import { client } from './client.ts';

/** Items that a list shows: a folder's, or those found by a search. */
export interface ItemSource {
  /** null: the root. */
  readonly folderId: string | null;
  readonly sort: Sort;
  readonly q?: string | undefined;
}

/** The server may be configured for fewer. */
const pageItems = 200;

export const itemsKey = ['items'] as const;

export const itemPageQuery = ({ folderId, sort, q }: ItemSource, page: number) =>
  queryOptions({
    queryKey: [...itemsKey, folderId, sort, q ?? '', page] as const,
    queryFn: ({ signal }) =>
      client.files
        .list(
          {
            limit: pageItems,
            page,
            sort,
            ...(q === undefined ? (folderId === null ? {} : { parentId: folderId }) : { q }),
          },
          { signal },
        )
        .then(({ items, pagination }) => ({ items, pagination })),
  });

export interface ItemList {
  /** undefined until the first page is loaded. */
  readonly total: number | undefined;
  readonly pageSize: number;
  readonly error: Error | null;
  /** The item at a position; undefined while its page is loading. */
  at(index: number): Item | undefined;
  /** Loads what is shown from one position to another. */
  show(first: number, last: number): void;
  refetch(): void;
}

/** Loads the pages of a list that are in view, in any order. */
export function useItems(source: ItemSource): ItemList {
  const [range, setRange] = useState<readonly [number, number]>([1, 1]);
  const first = useQuery(itemPageQuery(source, 1));
  const { totalItems, totalPages } = first.data?.pagination ?? {};
  const pageSize = (totalPages ?? 1) > 1 ? (first.data?.items.length ?? pageItems) : pageItems;
  const last = Math.min(range[1], totalPages ?? 1);
  const wanted = Array.from({ length: Math.max(0, last - range[0] + 1) }, (_, index) => range[0] + index);
  const pages = useQueries({
    queries: wanted
      .filter((page) => page > 1)
      .map((page) => ({ ...itemPageQuery(source, page), placeholderData: keepPreviousData })),
    combine: (results) => results.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data?.items)),
  });
  const key = JSON.stringify(wanted);

  return useMemo(() => {
    const byPage = new Map<number, readonly Item[] | undefined>([[1, first.data?.items]]);
    const others = (JSON.parse(key) as number[]).filter((page) => page > 1);
    for (const [index, page] of others.entries()) byPage.set(page, pages[index]);
    return {
      total: totalItems,
      pageSize,
      error: first.error,
      at: (index) => byPage.get(Math.floor(index / pageSize) + 1)?.[index % pageSize],
      show: (from, to) => {
        const next = [Math.floor(from / pageSize) + 1, Math.floor(to / pageSize) + 1] as const;
        setRange((current) => (current[0] === next[0] && current[1] === next[1] ? current : next));
      },
      refetch: () => void first.refetch(),
    };
  }, [first.data, first.error, first.refetch, key, pages, pageSize, totalItems]);
}

export const folderPathQuery = (folderId: string | null) =>
  queryOptions({
    queryKey: ['path', folderId],
    queryFn: async ({ signal }): Promise<Item[]> =>
      folderId === null ? [] : await client.files.path(folderId, { signal }),
    staleTime: 60_000,
  });
