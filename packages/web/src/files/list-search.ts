import { sorts, type Sort } from '../api/sorts.ts';

/** Query parameters in the address of a list. */
export interface ListSearch {
  /** Default: `type,name`. */
  readonly sort?: Sort;
  readonly q?: string;
}

export function parseListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const sort = sorts.find((each) => each === search['sort']);
  // The router parses values as JSON: a query of digits arrives as a number.
  const q = ['string', 'number', 'boolean'].includes(typeof search['q']) ? String(search['q']) : undefined;
  return {
    ...(sort === undefined || sort === 'type,name' ? {} : { sort }),
    ...(q === undefined || q === '' ? {} : { q }),
  };
}
