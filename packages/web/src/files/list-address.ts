import { listSorts, searchSorts, type ListSort, type SearchSort } from '@drive/contract/sorts';

/** Query parameters in the address of a list. */
export interface ListAddress {
  /** Default: `type,name`, in a search `relevance`. */
  readonly sort?: ListSort | SearchSort | undefined;
  /** Id of the file that is shown over the list. */
  readonly view?: string | undefined;
}

export function parseListAddress(search: Readonly<Record<string, unknown>>): ListAddress {
  const sort = [...listSorts, ...searchSorts].find((each) => each === search['sort']);
  const { view } = search;
  return {
    ...(sort === undefined || sort === 'type,name' || sort === 'relevance' ? {} : { sort }),
    ...(typeof view === 'string' && view !== '' ? { view } : {}),
  };
}
