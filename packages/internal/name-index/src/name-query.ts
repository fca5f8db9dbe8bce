/**
 * Orders by a number of each item, and by what items with the same number are ordered. This table is the only place that
 * knows them; a source reads a number under the name of its order. The numbers are integers from 0, and the index must be
 * notified of each change of one, so a number that changes often is better sorted by a query.
 */
export const numberOrders = {
  createdAt: 'rowId',
  size: 'name',
} as const satisfies Record<string, 'rowId' | 'name'>;
export type NumberOrder = keyof typeof numberOrders;
/** One number of an item for each order. */
export type ItemNumbers = Readonly<Record<NumberOrder, number>>;
export const numberOrderNames = Object.keys(numberOrders) as readonly NumberOrder[];

/** An order that the words of a query do not change. */
export type SortedOrder = 'name' | NumberOrder;
export type NameOrder = SortedOrder | 'relevance';
export const isNameOrder = (order: string): order is NameOrder =>
  order === 'name' || order === 'relevance' || Object.hasOwn(numberOrders, order);

/** One value per order. */
export const forEachNumber = <T>(make: (order: NumberOrder) => T): Readonly<Record<NumberOrder, T>> =>
  Object.fromEntries(numberOrderNames.map((order) => [order, make(order)])) as Record<NumberOrder, T>;

/** The position of an item in every order. The item may be deleted. */
export interface ItemPosition extends ItemNumbers {
  /** Folded name. */
  readonly nameKey: string;
  readonly name: string;
  readonly rowId: number;
}

export type ItemKind = 'file' | 'folder';

/** One page of the items whose names contain each of some words. */
export interface NameQuery {
  /** Folded; at least one, and none is empty. A word may contain spaces. */
  readonly words: readonly string[];
  /** Default: files and folders. */
  readonly kind?: ItemKind | undefined;
  /** Row id of a folder: finds only what is below it. */
  readonly withinRowId?: number | undefined;
  readonly order: NameOrder;
  /** Ignored in order of relevance: the best are first. */
  readonly descending: boolean;
  /** Ignored with `after`. */
  readonly offset: number;
  /** Position before the page. */
  readonly after?: ItemPosition | undefined;
  readonly limit: number;
  /** false: the total is not needed, and may be 0. */
  readonly isCounted?: boolean | undefined;
}

export interface NamesFound {
  /** Number of matching items on all pages. */
  readonly total: number;
  /** Row ids of the items on the page, in order. */
  readonly rowIds: readonly number[];
}

export const nothingFound: NamesFound = { total: 0, rowIds: [] };

/** False for a text with control characters. Names must have none: the index separates them by zero bytes. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
export const canBeInName = (text: string): boolean => !/[\u0000-\u001f\u007f-\u009f]/.test(text);
