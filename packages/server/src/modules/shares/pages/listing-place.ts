import { sharedListSorts, type SharedListSort } from '@drive/contract';

/** What a page of a listing shows, and how: all of it is in its address, so that it works without a script. */
export interface Place {
  /** undefined for the top. */
  readonly folderId: string | undefined;
  readonly page: number;
  /** Words to search for below the folder; empty: shows the folder. */
  readonly q: string;
  /** undefined: folders first, by name. */
  readonly sort: SharedListSort | undefined;
  /** undefined: what suits the files. */
  readonly layout: ListingLayout | undefined;
  /** Whether visitors choose files for a ZIP. */
  readonly isSelecting: boolean;
}

export type ListingLayout = 'grid' | 'list';

export const sortOf = (text: string | undefined): SharedListSort | undefined =>
  sharedListSorts.find((sort) => sort === text && sort !== defaultSort);

export const layoutOf = (text: string | undefined): ListingLayout | undefined =>
  text === 'grid' || text === 'list' ? text : undefined;

export const defaultSort = 'type,name' satisfies SharedListSort;

/** A place of which the page may be left out: the first one. */
type LinkedPlace = Omit<Place, 'page'> & { readonly page?: number | undefined };

/** The query of a place, which begins with `?` unless it is empty. */
function queryOf({ folderId, q, sort, layout, isSelecting, page }: LinkedPlace): string {
  const parts = [
    ...(folderId === undefined ? [] : [`folder=${folderId}`]),
    ...(q === '' ? [] : [`q=${encodeURIComponent(q)}`]),
    ...(sort === undefined ? [] : [`sort=${sort}`]),
    ...(layout === undefined ? [] : [`view=${layout}`]),
    ...(isSelecting ? ['select=1'] : []),
    ...(page === undefined ? [] : [`page=${page}`]),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

export interface SortLink {
  readonly by: 'name' | 'date' | 'size';
  readonly path: string;
  /** undefined for the orders that the page does not have. */
  readonly current: 'up' | 'down' | undefined;
}

/** The links that sort a listing: the current one reverses its order. */
function sortLinksOf(sort: SharedListSort = defaultSort, pathOf: (sort: SharedListSort | undefined) => string) {
  return sortKeys.map(({ by, first, second }): SortLink => {
    const next = sort === first ? second : first;
    return {
      by,
      path: pathOf(sortOf(next)),
      current: sort === first || sort === second ? (sort.startsWith('-') ? 'down' : 'up') : undefined,
    };
  });
}

const sortKeys = [
  { by: 'name', first: defaultSort, second: '-name' },
  { by: 'date', first: '-createdAt', second: 'createdAt' },
  { by: 'size', first: '-size', second: 'size' },
] as const satisfies readonly {
  readonly by: SortLink['by'];
  readonly first: SharedListSort;
  readonly second: SharedListSort;
}[];

/** The links of a listing to itself in another state. */
export interface ListingLinks {
  readonly pathOfPage: (page: number) => string;
  readonly otherLayoutPath: string;
  readonly sorts: readonly SortLink[];
  /** The page on which files are chosen, or that on which they are not. */
  readonly selectPath: string;
}

export function listingLinksOf(place: Place, layout: ListingLayout, pathOf: (query: string) => string): ListingLinks {
  // The following pages look as the first one.
  const here = { ...place, layout: layout === 'grid' ? layout : place.layout };
  const pathFor = (change: Partial<LinkedPlace>): string => pathOf(queryOf({ ...here, page: undefined, ...change }));
  return {
    pathOfPage: (page) => pathFor({ page }),
    otherLayoutPath: pathFor({ layout: layout === 'grid' ? 'list' : 'grid' }),
    sorts: sortLinksOf(place.sort, (sort) => pathFor({ sort })),
    selectPath: pathFor({ isSelecting: !place.isSelecting, ...(place.page === 1 ? {} : { page: place.page }) }),
  };
}
