export type NameOrder = 'name' | 'createdAt' | 'size';

/** The position of a file in every order. The file may be deleted. */
export interface FilePosition {
  /** Folded name. */
  readonly nameKey: string;
  readonly name: string;
  readonly id: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly rowId: number;
}

/** One page of the files whose name contains a text. */
export interface NameQuery {
  /** Folded, not empty. */
  readonly text: string;
  readonly order: NameOrder;
  readonly descending: boolean;
  /** Ignored with `after`. */
  readonly offset: number;
  /** Position before the page. */
  readonly after?: FilePosition | undefined;
  readonly limit: number;
}

export interface NamesFound {
  /** Number of matching files on all pages. */
  readonly total: number;
  /** Row ids of the files on the page, in order. */
  readonly rowIds: readonly number[];
}

export const nothingFound: NamesFound = { total: 0, rowIds: [] };

/** False for a text with control characters. Names must have none: the index separates them by zero bytes. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
export const canBeInName = (text: string): boolean => !/[\u0000-\u001f\u007f-\u009f]/.test(text);
