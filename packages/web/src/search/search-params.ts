import type { SearchSort } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import type { Find } from '../api/found-items.ts';
import { parseListAddress, type ListAddress } from '../files/list-address.ts';

const dayMs = 24 * 3600 * 1000;

export const foundKinds = [
  'folder',
  'image',
  'video',
  'audio',
  'pdf',
  'text',
  'archive',
  'other',
] as const satisfies readonly Item['contentKind'][];
/** Days back from now. */
export const foundAges = { day: 1, week: 7, month: 30, year: 365 } as const;
/** Least bytes. */
export const foundSizes = { '1m': 1024 ** 2, '100m': 100 * 1024 ** 2, '1g': 1024 ** 3 } as const;

export type FoundAge = keyof typeof foundAges;
export type FoundSize = keyof typeof foundSizes;

/** Query parameters in the address of a search. */
export interface SearchParams extends ListAddress {
  readonly q?: string | undefined;
  /** Id of the folder in which the user was. */
  readonly from?: string | undefined;
  /** Whether only below that folder. */
  readonly here?: true | undefined;
  readonly kind?: (typeof foundKinds)[number] | undefined;
  readonly age?: FoundAge | undefined;
  readonly size?: FoundSize | undefined;
  readonly tag?: string | undefined;
  /** `me`, or the id of a user or of a team drive. Without it: everybody's that the user reaches. */
  readonly owner?: string | undefined;
  readonly starred?: true | undefined;
  readonly shared?: true | undefined;
}

/** Names of the filters, which are removed together. */
export const filterNames = ['here', 'kind', 'age', 'size', 'tag', 'owner', 'starred', 'shared'] as const;

/** The router parses values as JSON: a query of digits arrives as a number. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? String(value) : undefined;

export function parseSearchParams(search: Readonly<Record<string, unknown>>): SearchParams {
  const oneOf = <Value extends string>(values: readonly Value[], name: string): Value | undefined =>
    values.find((each) => each === search[name]);
  const params: SearchParams = {
    ...parseListAddress(search),
    q: textOf(search['q']),
    from: textOf(search['from']),
    here: search['here'] === true && textOf(search['from']) !== undefined ? true : undefined,
    kind: oneOf(foundKinds, 'kind'),
    age: oneOf(Object.keys(foundAges) as FoundAge[], 'age'),
    size: oneOf(Object.keys(foundSizes) as FoundSize[], 'size'),
    tag: textOf(search['tag']),
    owner: textOf(search['owner']),
    starred: search['starred'] === true ? true : undefined,
    shared: search['shared'] === true ? true : undefined,
  };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

/** What the server is asked for. `now` counts in minutes, so that the same search is not asked for again at each moment. */
export function findOf(params: SearchParams, now: number): Find {
  const { q, from, here, kind, age, size, tag, owner = 'any', starred, shared } = params;
  const minute = Math.floor(now / 60_000) * 60_000;
  return {
    ...(q === undefined ? {} : { q }),
    ...(here === true && from !== undefined ? { in: from } : { owner }),
    ...(kind === undefined ? {} : { contentKind: kind }),
    ...(age === undefined ? {} : { uploadedAfter: new Date(minute - foundAges[age] * dayMs).toISOString() }),
    ...(size === undefined ? {} : { minSize: foundSizes[size] }),
    ...(tag === undefined ? {} : { tag: [tag] }),
    ...(starred === undefined ? {} : { starred }),
    ...(shared === undefined ? {} : { shared }),
  };
}

/** The order of a search: the best match needs words. */
export const foundSort = ({ sort, q }: SearchParams, sorts: readonly SearchSort[]): SearchSort =>
  sorts.find((each) => each === sort) ?? (q === undefined ? '-createdAt' : 'relevance');
