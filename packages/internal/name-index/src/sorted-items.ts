import { pageAmong, pageFromEnd, pageFromStart, type PlacedRow, type Ranks } from './hit-page.ts';
import {
  bytesOfColumns,
  compareItems,
  compareKey,
  compareToPosition,
  type IndexedItem,
  type ItemColumns,
} from './item-columns.ts';
import { forEachNumber, numberOrders, type NumberOrder, type SortedOrder } from './name-query.ts';
import { newestRanked, type AfterRank, type RankedRow } from './ranked-page.ts';
import { beginsAnywhere, ranks, wholeName } from './relevance.ts';
import { createScanner, type MatchPlace, type Scanner } from './scanner.ts';
import { firstPlace, positionsOf, sortedBy } from './sorted-positions.ts';

/** The items of a tree in every order. Immutable, apart from the folders of its items. */
export class SortedItems {
  readonly columns: ItemColumns;
  readonly #scanner: Scanner;
  readonly #byRow: Uint32Array;
  /** Positions in each order. Positions themselves are in order of name. */
  readonly #byNumber: Readonly<Record<NumberOrder, Uint32Array>>;
  /** Scratch space: 1 at each position that was found. */
  readonly #isHit: Uint8Array;
  /** Scratch space: 1 more than the rank of each position that was found. */
  readonly #ranks: Uint8Array;

  constructor(source: ItemColumns) {
    this.#scanner = createScanner(source.keys);
    this.columns = { ...source, keys: this.#scanner.column };
    const { rowIds, numbers, count } = this.columns;
    this.#byRow = sortedBy(rowIds, positionsOf(count));
    this.#byNumber = forEachNumber((order) =>
      sortedBy(numbers[order], numberOrders[order] === 'rowId' ? this.#byRow : positionsOf(count)),
    );
    this.#isHit = new Uint8Array(count);
    this.#ranks = new Uint8Array(count);
  }

  get byteLength(): number {
    const { keys } = this.columns;
    const sorted = Object.values(this.#byNumber).reduce((sum, { byteLength }) => sum + byteLength, 0);
    return (
      bytesOfColumns(this.columns) -
      keys.bytes.byteLength -
      keys.starts.byteLength +
      this.#scanner.byteLength +
      this.#byRow.byteLength +
      sorted +
      this.#isHit.byteLength +
      this.#ranks.byteLength
    );
  }

  /** Ascending positions of the items whose folded name contains each word. The next call overwrites them. */
  scan(words: readonly string[], place: MatchPlace = 'anywhere'): Uint32Array {
    const [first = '', ...more] = words;
    let hits = this.#scanner.scan(Buffer.from(first), place);
    for (const word of more) {
      mark(this.#isHit, hits, 1);
      hits = keepMarked(this.#scanner.scan(Buffer.from(word), place), this.#isHit);
      this.#isHit.fill(0);
    }
    return hits;
  }

  /** Number of items that sort before the item; with `includes`, also the item itself if it is among them. */
  placeOf(order: SortedOrder, item: IndexedItem, { includes } = { includes: false }): number {
    return firstPlace(this.columns.count, (place) => {
      const compared = this.#compareAt(order, item, place);
      return compared < 0 || (compared === 0 && !includes);
    });
  }

  /** Number of hits before a place in an order. */
  countBefore(hits: Uint32Array, place: number, order: SortedOrder): number {
    if (order === 'name') return firstPlace(hits.length, (at) => hits[at]! >= place);
    mark(this.#isHit, hits, 1);
    const count = countMarked(this.#isHit, this.#byNumber[order], place);
    this.#isHit.fill(0);
    return count;
  }

  /** Row ids of a page of the hits and of items beside the columns, which have a place among them. */
  pageOf(hits: Uint32Array, placed: readonly PlacedRow[], order: SortedOrder, page: Ranks): number[] {
    const { rowIds } = this.columns;
    if (order === 'name') return pageAmong(hits, rowIds, placed, page);
    const inOrder = { sorted: this.#byNumber[order], isHit: this.#isHit, rowIds };
    const total = hits.length + placed.length;
    mark(this.#isHit, hits, 1);
    const found =
      page.from < total - page.to ? pageFromStart(inOrder, placed, page) : pageFromEnd(inOrder, placed, page, total);
    this.#isHit.fill(0);
    return found;
  }

  /** The best `limit` of the hits that are worse than `after`. Overwrites the hits. */
  bestOf(
    hits: Uint32Array,
    words: readonly string[],
    { after, limit }: { readonly after: AfterRank | undefined; readonly limit: number },
  ): RankedRow[] {
    const marks = this.#ranks;
    mark(marks, hits, ranks.anywhere + 1);
    const beginning = words.filter((word) => !beginsAnywhere(word));
    if (beginning.length === 0) mark(marks, hits, ranks.wordStarts + 1);
    else improve(marks, this.scan(beginning, 'wordStart'), ranks.wordStarts + 1);
    improveRange(marks, this.#placesOf(words[0] ?? '', true), ranks.start + 1);
    improveRange(marks, this.#placesOf(wholeName(words), false), ranks.whole + 1);
    const { rowIds, numbers } = this.columns;
    const found = newestRanked(
      { ranks: marks, oldestFirst: this.#byNumber.createdAt, rowIds, createdAt: numbers.createdAt },
      { after, limit },
    );
    marks.fill(0);
    return found;
  }

  positionsOfRow(rowId: number): readonly number[] {
    const { rowIds } = this.columns;
    const byRow = this.#byRow;
    const positions = [];
    let place = firstPlace(byRow.length, (at) => rowIds[byRow[at]!]! >= rowId);
    for (; place < byRow.length && rowIds[byRow[place]!] === rowId; place += 1) positions.push(byRow[place]!);
    return positions;
  }

  /** The positions of the names that equal a text, or begin with it. */
  #placesOf(text: string, isPrefix: boolean): { readonly first: number; readonly end: number } {
    const { columns } = this;
    const key = Buffer.from(text);
    // No UTF-8 text has this byte: it sorts behind all that begin with the key.
    const behind = Buffer.concat([key, Buffer.of(isPrefix ? 0xff : 0)]);
    const placeOfKey = (of: Buffer): number =>
      firstPlace(columns.count, (place) => compareKey(of, columns, place) <= 0);
    return { first: placeOfKey(key), end: placeOfKey(behind) };
  }

  #compareAt(order: SortedOrder, item: IndexedItem, place: number): number {
    const { columns } = this;
    if (order === 'name') return compareToPosition(item, columns, place);
    const position = this.#byNumber[order][place]!;
    return (
      item[order] - columns.numbers[order][position]! ||
      (numberOrders[order] === 'rowId'
        ? item.rowId - columns.rowIds[position]!
        : compareToPosition(item, columns, position))
    );
  }
}

/** The rule of all orders. */
export const compareIn = (order: SortedOrder, one: IndexedItem, other: IndexedItem): number => {
  if (order === 'name') return compareItems(one, other);
  return (
    one[order] - other[order] || (numberOrders[order] === 'rowId' ? one.rowId - other.rowId : compareItems(one, other))
  );
};

// Loops over a million entries are separate functions, which are compiled soon, and use an index, which is faster than an iterator.

function mark(marks: Uint8Array, positions: Uint32Array, value: number): void {
  for (let at = 0; at < positions.length; at += 1) marks[positions[at]!] = value;
}

/** Gives marked positions a new mark. */
function improve(marks: Uint8Array, positions: Uint32Array, value: number): void {
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at]!;
    if (marks[position] !== 0) marks[position] = value;
  }
}

function improveRange(
  marks: Uint8Array,
  { first, end }: { readonly first: number; readonly end: number },
  value: number,
): void {
  for (let position = first; position < end; position += 1) if (marks[position] !== 0) marks[position] = value;
}

/** Filters in place. */
function keepMarked(hits: Uint32Array, marks: Uint8Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < hits.length; at += 1) {
    const position = hits[at]!;
    hits[count] = position;
    count += marks[position]!;
  }
  return hits.subarray(0, count);
}

/** Number of marked positions among the first `end`. */
function countMarked(marks: Uint8Array, positions: Uint32Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at += 1) count += marks[positions[at]!]!;
  return count;
}
