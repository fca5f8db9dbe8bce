import {
  bytesOfColumns,
  compareFiles,
  compareToPosition,
  mergeColumns,
  parseId,
  type FileColumns,
  type IndexedFile,
} from './file-columns.ts';
import { nowhere, type FolderStates } from './folder-states.ts';
import { pageAmong, pageFromEnd, pageFromStart, type Ranks } from './hit-page.ts';
import type { FilePosition, NameOrder, NameQuery, NamesFound } from './name-query.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { firstPlace, positionsOf, sortedBy } from './sorted-positions.ts';

/** Immutable sorted columns. Changes are stored separately until they are merged into a new base. */
interface Base {
  readonly columns: FileColumns;
  readonly scanner: Scanner;
  readonly byRow: Uint32Array;
  /** Positions in order of size and of time. Positions themselves are in order of name. */
  readonly bySize: Uint32Array;
  readonly byTime: Uint32Array;
  /** Scratch space: 1 at each position that was found. */
  readonly isHit: Uint8Array;
}

interface ChangedFile {
  readonly file: IndexedFile;
  /** Place among the files of the base in each order, computed on first use. */
  readonly places: Partial<Record<NameOrder, number>>;
}

/** Changes are merged into the columns when they exceed this share of the files. */
const changesShare = 1 / 64;
const bytesOfChange = 600;

/** The names of all files of one tree, in memory. */
/** Stores up to `fewChanges` changes beside the columns, for any number of files. */
export class NameIndex {
  readonly #folders: FolderStates;
  readonly #fewChanges: number;
  #base: Base;
  #changes = new Map<number, ChangedFile>();
  #hidden: Uint8Array | undefined;
  #visible = new Uint8Array(0);
  #areAllVisible = false;

  constructor(columns: FileColumns, folders: FolderStates, fewChanges: number) {
    this.#folders = folders;
    this.#fewChanges = fewChanges;
    this.#base = createBase(columns);
  }

  get byteLength(): number {
    return (
      bytesOfBase(this.#base) + this.#visible.length + this.#changes.size * bytesOfChange + this.#folders.byteLength
    );
  }

  find({ text, order, descending, offset: givenOffset, after, limit }: NameQuery): NamesFound {
    this.#refreshVisible();
    const needle = Buffer.from(text);
    const hits = this.#findInBase(needle);
    const changed = this.#findInChanges(needle, order);
    const total = hits.length + changed.length;
    const offset = after === undefined ? givenOffset : this.#offsetAfter(hits, changed, after, order, descending);
    const from = descending ? Math.max(0, total - offset - limit) : offset;
    const to = descending ? total - offset : Math.min(total, offset + limit);
    if (to <= from) return { total, rowIds: [] };
    const page = this.#pageOf(hits, changed, order, { from, to });
    return { total, rowIds: descending ? page.toReversed() : page };
  }

  /** Forgets these rows and adds `files`, those of them that are visible files now. */
  replace(rowIds: readonly number[], files: readonly IndexedFile[]): void {
    const { folders: places } = this.#base.columns;
    for (const rowId of rowIds) {
      this.#changes.delete(rowId);
      // Several if the file was renamed while the columns were read.
      for (const position of positionsOfRow(this.#base, rowId)) {
        places[position] = nowhere;
        this.#visible[position] = 0;
        this.#areAllVisible = false;
      }
    }
    for (const file of files) this.#changes.set(file.rowId, { file, places: {} });
    if (this.#changes.size > Math.max(this.#fewChanges, this.#base.columns.count * changesShare)) this.#mergeChanges();
  }

  #refreshVisible(): void {
    const nowHidden = this.#folders.hidden();
    if (nowHidden === this.#hidden) return;
    this.#hidden = nowHidden;
    const { count, folders: places } = this.#base.columns;
    if (this.#visible.length !== count) this.#visible = new Uint8Array(count);
    this.#areAllVisible = fillVisible(this.#visible, places, nowHidden) === count;
  }

  /** Ascending. */
  #findInBase(text: Buffer): Uint32Array {
    const hits = this.#base.scanner.scan(text);
    return this.#areAllVisible ? hits : keepVisible(hits, this.#visible);
  }

  #findInChanges(text: Buffer, order: NameOrder): ChangedFile[] {
    const found = [];
    for (const change of this.#changes.values()) {
      const { file } = change;
      if (this.#hidden![file.folder] === 0 && file.key.includes(text)) found.push(change);
    }
    return found.toSorted((one, other) => compareIn(order, one.file, other.file));
  }

  #placeOf({ file, places }: ChangedFile, order: NameOrder): number {
    return (places[order] ??= findPlace(this.#base, order, file));
  }

  #pageOf(hits: Uint32Array, changed: readonly ChangedFile[], order: NameOrder, ranks: Ranks): number[] {
    const { rowIds } = this.#base.columns;
    const placed = changed.map((change) => ({ place: this.#placeOf(change, order), rowId: change.file.rowId }));
    if (order === 'name') return pageAmong(hits, rowIds, placed, ranks);

    const { isHit } = this.#base;
    const inOrder = { sorted: order === 'size' ? this.#base.bySize : this.#base.byTime, isHit, rowIds };
    const total = hits.length + placed.length;
    mark(isHit, hits);
    const page =
      ranks.from < total - ranks.to
        ? pageFromStart(inOrder, placed, ranks)
        : pageFromEnd(inOrder, placed, ranks, total);
    isHit.fill(0);
    return page;
  }

  /** Number of hits at and before a position in the order of the query. */
  #offsetAfter(
    hits: Uint32Array,
    changed: readonly ChangedFile[],
    after: FilePosition,
    order: NameOrder,
    descending: boolean,
  ): number {
    const position = fileAt(after);
    const place = findPlace(this.#base, order, position, { includes: !descending });
    const inChanges = changed.filter(({ file }) => {
      const compared = compareIn(order, file, position);
      return compared < 0 || (compared === 0 && !descending);
    }).length;
    const before = this.#countBefore(hits, place, order) + inChanges;
    return descending ? hits.length + changed.length - before : before;
  }

  /** Number of hits of the base before a place in an order. */
  #countBefore(hits: Uint32Array, place: number, order: NameOrder): number {
    if (order === 'name') return firstPlace(hits.length, (at) => hits[at]! >= place);
    const { isHit, bySize, byTime } = this.#base;
    mark(isHit, hits);
    const count = countMarked(isHit, order === 'size' ? bySize : byTime, place);
    isHit.fill(0);
    return count;
  }

  #mergeChanges(): void {
    const added = [...this.#changes.values()]
      .toSorted((one, other) => compareFiles(one.file, other.file))
      .map((change) => ({ file: change.file, place: this.#placeOf(change, 'name') }));
    const { columns: before } = this.#base;
    const isRemoved = (position: number): boolean => before.folders[position] === nowhere;
    this.#base = createBase(mergeColumns(before, isRemoved, added));
    this.#changes = new Map();
    this.#hidden = undefined;
  }
}

function createBase(source: FileColumns): Base {
  const scanner = createScanner(source.keys);
  const columns = { ...source, keys: scanner.column };
  const { rowIds, sizes, times } = columns;
  const byRow = sortedBy(rowIds, positionsOf(columns.count));
  return {
    columns,
    scanner,
    byRow,
    bySize: sortedBy(sizes, positionsOf(columns.count)),
    byTime: sortedBy(times, byRow),
    isHit: new Uint8Array(columns.count),
  };
}

const bytesOfBase = ({ columns, scanner, byRow, bySize, byTime, isHit }: Base): number =>
  bytesOfColumns(columns) -
  columns.keys.bytes.byteLength -
  columns.keys.starts.byteLength +
  scanner.byteLength +
  byRow.byteLength +
  bySize.byteLength +
  byTime.byteLength +
  isHit.byteLength;

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

/** Filters in place. */
function keepVisible(hits: Uint32Array, visible: Uint8Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < hits.length; at += 1) {
    const position = hits[at]!;
    hits[count] = position;
    count += visible[position]!;
  }
  return hits.subarray(0, count);
}

/** Returns the number of visible positions. */
function fillVisible(visible: Uint8Array, folders: Uint32Array, hidden: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < folders.length; at += 1) {
    const isVisible = 1 - hidden[folders[at]!]!;
    visible[at] = isVisible;
    count += isVisible;
  }
  return count;
}

const compareIn = (order: NameOrder, one: IndexedFile, other: IndexedFile): number => {
  if (order === 'createdAt') return one.createdAt - other.createdAt || one.rowId - other.rowId;
  return (order === 'size' ? one.sizeBytes - other.sizeBytes : 0) || compareFiles(one, other);
};

/** Number of files of the base that sort before the file; with `includes`, also the file itself if it is among them. */
function findPlace(
  { columns, bySize, byTime }: Base,
  order: NameOrder,
  file: IndexedFile,
  { includes }: { readonly includes: boolean } = { includes: false },
): number {
  const { sizes, times, rowIds } = columns;
  const compareAt = (place: number): number => {
    if (order === 'name') return compareToPosition(file, columns, place);
    const position = (order === 'size' ? bySize : byTime)[place]!;
    return order === 'size'
      ? file.sizeBytes - sizes[position]! || compareToPosition(file, columns, position)
      : file.createdAt - times[position]! || file.rowId - rowIds[position]!;
  };
  return firstPlace(columns.count, (place) => {
    const compared = compareAt(place);
    return compared < 0 || (compared === 0 && !includes);
  });
}

/** A position as a file to compare with. */
const fileAt = ({ nameKey, name, id, sizeBytes, createdAt, rowId }: FilePosition): IndexedFile => ({
  rowId,
  key: Buffer.from(nameKey),
  name: Buffer.from(name),
  id: parseId(id),
  folder: 0,
  sizeBytes,
  createdAt,
});

function positionsOfRow({ columns, byRow }: Base, rowId: number): readonly number[] {
  const { rowIds } = columns;
  const positions = [];
  let place = firstPlace(byRow.length, (at) => rowIds[byRow[at]!]! >= rowId);
  for (; place < byRow.length && rowIds[byRow[place]!] === rowId; place += 1) positions.push(byRow[place]!);
  return positions;
}
