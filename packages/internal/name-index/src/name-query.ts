/**
 * Orders by a number of each file, and by what files with the same number are ordered. This table is the only place that
 * knows them; a source reads a number under the name of its order. The numbers are integers from 0, and the index must be
 * notified of each change of one, so a number that changes often is better sorted by a query.
 */
export const numberOrders = {
  createdAt: 'rowId',
  size: 'name',
} as const satisfies Record<string, 'rowId' | 'name'>;
export type NumberOrder = keyof typeof numberOrders;
/** One number of a file for each order. */
export type FileNumbers = Readonly<Record<NumberOrder, number>>;
export const numberOrderNames = Object.keys(numberOrders) as readonly NumberOrder[];

export type NameOrder = 'name' | NumberOrder;
export const isNameOrder = (order: string): order is NameOrder =>
  order === 'name' || Object.hasOwn(numberOrders, order);

/** One value per order. */
export const forEachNumber = <T>(make: (order: NumberOrder) => T): Readonly<Record<NumberOrder, T>> =>
  Object.fromEntries(numberOrderNames.map((order) => [order, make(order)])) as Record<NumberOrder, T>;

/** The position of a file in every order. The file may be deleted. */
export interface FilePosition extends FileNumbers {
  /** Folded name. */
  readonly nameKey: string;
  readonly name: string;
  readonly id: string;
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
