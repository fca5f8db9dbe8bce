import type { ListSort } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import { useMemo } from 'react';
import { client } from '../api/client.ts';
import { itemsKey, type ItemList } from '../api/items.ts';
import { pageRows, usePagedRows } from '../api/paged-rows.ts';
import { queryClient } from '../api/query-client.ts';

const givenPageQuery = (sort: ListSort, page: number) => ({
  queryKey: [...itemsKey, 'given', sort, page] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.files
      .list({ sharedWithMe: true, limit: pageRows, page, sort }, { signal })
      .then(({ items, pagination }) => ({ items, pagination })),
});

/** The topmost files and folders that others gave to the user. */
export function useGivenItems(sort: ListSort, ownerOf: (item: Item) => string): ItemList {
  const rows = usePagedRows((page) => givenPageQuery(sort, page));
  return useMemo(
    () => ({
      ...rows,
      ownerOf,
      read: async (page) => (await queryClient.fetchQuery(givenPageQuery(sort, page))).items,
    }),
    [ownerOf, rows, sort],
  );
}
