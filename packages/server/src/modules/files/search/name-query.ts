export type NameOrder = 'name' | 'createdAt' | 'size';

/** One page of an owner's files whose name contains a text. */
export interface NameQuery {
  /** users.row_id */
  readonly ownerId: number;
  /** Folded, not empty. */
  readonly text: string;
  readonly order: NameOrder;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface NamesFound {
  /** How many files match in all. */
  readonly total: number;
  /** items.row_id of those on the page, in order. */
  readonly rowIds: readonly number[];
}

export const nothingFound: NamesFound = { total: 0, rowIds: [] };

/** No name has one; the index stands on that, and Postgres takes no zero byte. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
export const canBeInName = (text: string): boolean => !/[\u0000-\u001f\u007f-\u009f]/.test(text);
