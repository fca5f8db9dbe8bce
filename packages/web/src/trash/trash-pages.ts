import type { TrashSort } from '@drive/contract/sorts';
import type { TrashedItem } from '@drive/sdk';
import { useEffect } from 'react';
import { client } from '../api/client.ts';
import { trashKey } from '../api/item-changes.ts';
import { pageRows } from '../api/paged-rows.ts';
import { usePages, type PagedEntries, type PagedSource } from '../api/pages.ts';
import { shownName } from '../ui/shown-name.ts';

/** Items that are loaded for a filter, at most: the server does not search the trash. */
export const mostFiltered = 4000;

/** Whose trash, and what of it; neither: the user's own. */
export interface TrashPlace {
  readonly folderId?: string | undefined;
  readonly driveId?: string | undefined;
}

const sourceOf = (sort: TrashSort, place: TrashPlace): PagedSource<TrashedItem> => ({
  queryKey: [...trashKey, sort, place.folderId, place.driveId],
  load: (cursor, signal) =>
    client.trash.items(
      {
        limit: pageRows,
        ...(sort === '-trashedAt' ? {} : { sort }),
        ...place,
        ...cursor,
      },
      { signal },
    ),
});

/** Whether all words are in the name of the item or in the path that it had. */
const matches = (item: TrashedItem, words: readonly string[]): boolean => {
  const text = `${shownName(item.name)} ${item.path ?? ''}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
};

interface FilteredTrash {
  readonly pages: PagedEntries<TrashedItem>;
  /** The items that match, of those that are loaded. */
  readonly shown: readonly TrashedItem[] | undefined;
  /** Whether more items are being loaded for the filter. */
  readonly isFiltering: boolean;
  /** Whether the trash has more items than are filtered. */
  readonly isCut: boolean;
}

/** The trash in an order. With a filter, all pages are loaded, up to a limit. */
export function useTrash(sort: TrashSort, place: TrashPlace, filter: string): FilteredTrash {
  const pages = usePages(sourceOf(sort, place));
  const { data, error, hasMore, isLoadingMore, more } = pages;
  const words = filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const entries = data?.entries;
  const isFiltered = words.length > 0;
  const hasRoom = (entries?.length ?? 0) < mostFiltered;
  const isFiltering = isFiltered && hasMore && hasRoom && error === null;
  useEffect(() => {
    if (isFiltering && !isLoadingMore) more();
  }, [isFiltering, isLoadingMore, more]);
  return {
    pages,
    shown: isFiltered ? entries?.filter((item) => matches(item, words)) : entries,
    isFiltering,
    isCut: isFiltered && hasMore && !hasRoom,
  };
}
