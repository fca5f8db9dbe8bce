import { listSorts, type ListSort } from '@drive/contract/sorts';

/** Query parameters in the address of a list. */
export interface ListAddress {
  /** Default: `type,name`. */
  readonly sort?: ListSort;
  readonly q?: string;
  /** Id of the file that is shown over the list. */
  readonly view?: string;
}

export function parseListAddress(search: Readonly<Record<string, unknown>>): ListAddress {
  const sort = listSorts.find((each) => each === search['sort']);
  // The router parses values as JSON: a query of digits arrives as a number.
  const q = ['string', 'number', 'boolean'].includes(typeof search['q']) ? String(search['q']) : undefined;
  const { view } = search;
  return {
    ...(sort === undefined || sort === 'type,name' ? {} : { sort }),
    ...(q === undefined || q === '' ? {} : { q }),
    ...(typeof view === 'string' && view !== '' ? { view } : {}),
  };
}
