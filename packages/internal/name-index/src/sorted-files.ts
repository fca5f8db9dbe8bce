import { bytesOfColumns, compareFiles, compareToPosition, type FileColumns, type IndexedFile } from './file-columns.ts';
import { pageAmong, pageFromEnd, pageFromStart, type PlacedRow, type Ranks } from './hit-page.ts';
import { forEachNumber, numberOrders, type NameOrder, type NumberOrder } from './name-query.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { firstPlace, positionsOf, sortedBy } from './sorted-positions.ts';

/** The files of a tree in every order. Immutable, apart from the folders of its files. */
export class SortedFiles {
  readonly columns: FileColumns;
  readonly #scanner: Scanner;
  readonly #byRow: Uint32Array;
  /** Positions in each order. Positions themselves are in order of name. */
  readonly #byNumber: Readonly<Record<NumberOrder, Uint32Array>>;
  /** Scratch space: 1 at each position that was found. */
  readonly #isHit: Uint8Array;

  constructor(source: FileColumns) {
    this.#scanner = createScanner(source.keys);
    this.columns = { ...source, keys: this.#scanner.column };
    const { rowIds, numbers, count } = this.columns;
    this.#byRow = sortedBy(rowIds, positionsOf(count));
    this.#byNumber = forEachNumber((order) =>
      sortedBy(numbers[order], numberOrders[order] === 'rowId' ? this.#byRow : positionsOf(count)),
    );
    this.#isHit = new Uint8Array(count);
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
      this.#isHit.byteLength
    );
  }

  /** Ascending positions of the files whose folded name contains the text. */
  scan(text: Buffer): Uint32Array {
    return this.#scanner.scan(text);
  }

  /** Number of files that sort before the file; with `includes`, also the file itself if it is among them. */
  placeOf(order: NameOrder, file: IndexedFile, { includes } = { includes: false }): number {
    return firstPlace(this.columns.count, (place) => {
      const compared = this.#compareAt(order, file, place);
      return compared < 0 || (compared === 0 && !includes);
    });
  }

  /** Number of hits before a place in an order. */
  countBefore(hits: Uint32Array, place: number, order: NameOrder): number {
    if (order === 'name') return firstPlace(hits.length, (at) => hits[at]! >= place);
    mark(this.#isHit, hits);
    const count = countMarked(this.#isHit, this.#byNumber[order], place);
    this.#isHit.fill(0);
    return count;
  }

  /** Row ids of a page of the hits and of files beside the columns, which have a place among them. */
  pageOf(hits: Uint32Array, placed: readonly PlacedRow[], order: NameOrder, ranks: Ranks): number[] {
    const { rowIds } = this.columns;
    if (order === 'name') return pageAmong(hits, rowIds, placed, ranks);
    const inOrder = { sorted: this.#byNumber[order], isHit: this.#isHit, rowIds };
    const total = hits.length + placed.length;
    mark(this.#isHit, hits);
    const page =
      ranks.from < total - ranks.to
        ? pageFromStart(inOrder, placed, ranks)
        : pageFromEnd(inOrder, placed, ranks, total);
    this.#isHit.fill(0);
    return page;
  }

  positionsOfRow(rowId: number): readonly number[] {
    const { rowIds } = this.columns;
    const byRow = this.#byRow;
    const positions = [];
    let place = firstPlace(byRow.length, (at) => rowIds[byRow[at]!]! >= rowId);
    for (; place < byRow.length && rowIds[byRow[place]!] === rowId; place += 1) positions.push(byRow[place]!);
    return positions;
  }

  #compareAt(order: NameOrder, file: IndexedFile, place: number): number {
    const { columns } = this;
    if (order === 'name') return compareToPosition(file, columns, place);
    const position = this.#byNumber[order][place]!;
    return (
      file[order] - columns.numbers[order][position]! ||
      (numberOrders[order] === 'rowId'
        ? file.rowId - columns.rowIds[position]!
        : compareToPosition(file, columns, position))
    );
  }
}

/** The rule of all orders. */
export const compareIn = (order: NameOrder, one: IndexedFile, other: IndexedFile): number => {
  if (order === 'name') return compareFiles(one, other);
  return (
    one[order] - other[order] || (numberOrders[order] === 'rowId' ? one.rowId - other.rowId : compareFiles(one, other))
  );
};

// Loops over a million entries are separate functions, which are compiled soon, and use an index, which is faster than an iterator.

function mark(marks: Uint8Array, positions: Uint32Array): void {
  for (let at = 0; at < positions.length; at += 1) marks[positions[at]!] = 1;
}

/** Number of marked positions among the first `end`. */
function countMarked(marks: Uint8Array, positions: Uint32Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at += 1) count += marks[positions[at]!]!;
  return count;
}
