import type { ListSort } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from './client.ts';
import { loadedRows, pageRows, usePagedRows, type PagedRows } from './paged-rows.ts';
import { isStatus, queryClient } from './query-client.ts';

/** The content of a folder in an order. */
export interface FolderSource {
  /** null: the root. */
  readonly folderId: string | null;
  readonly sort: ListSort;
}

/** Items that a list shows: a folder's, or those found by a search. */
export interface ItemList extends PagedRows<Item> {
  /** Loads a page, from 1, unless it is loaded. */
  read(page: number): Promise<readonly Item[]>;
  /** Path of the folder in which a found item is, from the root; undefined in a list of one folder. */
  readonly placeOf?: (item: Item) => string | undefined;
  /** Name of the owner, in a list of items of several owners. */
  readonly ownerOf?: (item: Item) => string;
  /** Whether there may be more items than `total`, which are not loaded. */
  readonly hasMore?: boolean;
}

/** Position of an item that was at `last` before; undefined if it is not among the items that are loaded. */
export function positionOf(id: string, list: ItemList, last: number): number | undefined {
  if (list.at(last)?.id === id) return last;
  for (const [index, item] of loadedRows(list)) if (item.id === id) return index;
  return undefined;
}

export const itemsKey = ['items'] as const;

const itemPageQuery = ({ folderId, sort }: FolderSource, page: number) => ({
  queryKey: [...itemsKey, folderId, sort, page] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.files
      .list({ limit: pageRows, page, sort, ...(folderId === null ? {} : { parentId: folderId }) }, { signal })
      .then(({ items, pagination }) => ({ items, pagination })),
});

export function useFolderItems(source: FolderSource): ItemList {
  const rows = usePagedRows((page) => itemPageQuery(source, page));
  return useMemo(
    () => ({
      ...rows,
      read: async (page) => (await queryClient.fetchQuery(itemPageQuery(source, page))).items,
    }),
    [rows, source],
  );
}

/** The server names the folders below a root. The root of a team drive is a folder that its members open, so it is added. */
async function loadPath(folderId: string, signal: AbortSignal): Promise<Item[]> {
  const below = await client.files.path(folderId, { signal }).then(
    (path) => path,
    (error: unknown) => {
      if (!isStatus(error, 404)) throw error;
      return [];
    },
  );
  const rootId = below.length === 0 ? folderId : (below[0]?.parentId ?? null);
  return rootId === null ? below : [await queryClient.fetchQuery(driveRootQuery(rootId)), ...below];
}

const driveRootQuery = (rootId: string) => ({
  queryKey: ['path', 'root', rootId],
  queryFn: () => client.files.get(rootId).then((item) => item),
  staleTime: 60_000,
  retry: false,
});

export const folderPathQuery = (folderId: string | null) =>
  queryOptions({
    queryKey: ['path', folderId],
    queryFn: ({ signal }) => (folderId === null ? [] : loadPath(folderId, signal)),
    staleTime: 60_000,
  });
