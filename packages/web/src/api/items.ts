import type { ListSort } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pageRows, usePagedRows, type PagedRows } from './paged-rows.ts';

/** Items that a list shows: a folder's, or those found by a search. */
export interface ItemSource {
  /** null: the root. */
  readonly folderId: string | null;
  readonly sort: ListSort;
  readonly q?: string | undefined;
}

export const itemsKey = ['items'] as const;

export const itemPageQuery = ({ folderId, sort, q }: ItemSource, page: number) => ({
  queryKey: [...itemsKey, folderId, sort, q ?? '', page] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.files
      .list(
        {
          limit: pageRows,
          page,
          sort,
          ...(q === undefined ? (folderId === null ? {} : { parentId: folderId }) : { q }),
        },
        { signal },
      )
      .then(({ items, pagination }) => ({ items, pagination })),
  // A scan takes seconds, and no event announces its result.
  refetchInterval: ({
    state,
  }: {
    readonly state: { readonly data?: { readonly items: readonly Item[] } | undefined };
  }) => (state.data?.items.some(({ scan }) => scan === 'pending') === true ? scanPollMs : (false as const)),
});

const scanPollMs = 5000;

export type ItemList = PagedRows<Item>;

export const useItems = (source: ItemSource): ItemList => usePagedRows((page) => itemPageQuery(source, page));

export const folderPathQuery = (folderId: string | null) =>
  queryOptions({
    queryKey: ['path', folderId],
    queryFn: async ({ signal }): Promise<Item[]> =>
      folderId === null ? [] : await client.files.path(folderId, { signal }),
    staleTime: 60_000,
  });
