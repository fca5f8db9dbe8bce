/** The orders of a listing, and of a search. `-` reverses an order. Clients offer them in this order. */
export const listSorts = [
  'type,name',
  'name',
  '-name',
  '-createdAt',
  'createdAt',
  '-size',
  'size',
  '-downloadCount',
  'downloadCount',
] as const;
export type ListSort = (typeof listSorts)[number];

/** The orders of the trash. */
export const trashSorts = ['-trashedAt', 'trashedAt', 'name', '-name', '-size', 'size'] as const;
export type TrashSort = (typeof trashSorts)[number];

/** The orders of a search for words. `relevance`: the whole name, its start, the start of a word, elsewhere; then the newest. */
export const searchSorts = ['relevance', 'name', '-name', '-createdAt', 'createdAt'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** All orders of a search. `-uploadedAt` is `-createdAt`, by the name of the field; `-modifiedAt` has no index. */
export const allSearchSorts = [...searchSorts, '-uploadedAt', '-modifiedAt'] as const;
export type AnySearchSort = (typeof allSearchSorts)[number];

/** The orders that visitors of a link may ask for: they do not learn how often the owner's files are downloaded. */
export type SharedListSort = Exclude<ListSort, 'downloadCount' | '-downloadCount'>;
export const sharedListSorts = listSorts.filter(
  (sort): sort is SharedListSort => sort !== 'downloadCount' && sort !== '-downloadCount',
);
