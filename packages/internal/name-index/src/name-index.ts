import { compareFiles, mergeColumns, parseId, type FileColumns, type IndexedFile } from './file-columns.ts';
import { nowhere, type FolderStates } from './folder-states.ts';
import type { FilePosition, NameOrder, NameQuery, NamesFound } from './name-query.ts';
import { compareIn, SortedFiles } from './sorted-files.ts';

interface ChangedFile {
  readonly file: IndexedFile;
  /** Place among the files of the base in each order, computed on first use. */
  readonly places: Partial<Record<NameOrder, number>>;
}

/** Changes are merged into the columns when they exceed this share of the files. */
const changesShare = 1 / 64;
const bytesOfChange = 600;

/** The names of all files of one tree, in memory. Changes are stored separately until they are merged into a new base. */
export class NameIndex {
  readonly #folders: FolderStates;
  readonly #fewChanges: number;
  #base: SortedFiles;
  #changes = new Map<number, ChangedFile>();
  #hidden: Uint8Array | undefined;
  #visible = new Uint8Array(0);
  #areAllVisible = false;

  /** Stores up to `fewChanges` changes beside the columns, for any number of files. */
  constructor(columns: FileColumns, folders: FolderStates, fewChanges: number) {
    this.#base = new SortedFiles(columns);
    this.#folders = folders;
    this.#fewChanges = fewChanges;
  }

  get byteLength(): number {
    return this.#base.byteLength + this.#visible.length + this.#changes.size * bytesOfChange + this.#folders.byteLength;
  }

  find({ text, order, descending, offset: givenOffset, after, limit }: NameQuery): NamesFound {
    this.#refreshVisible();
    const needle = Buffer.from(text);
    const hits = this.#findInBase(needle);
    const changed = this.#findInChanges(needle, order);
    const total = hits.length + changed.length;
    const offset = after === undefined ? givenOffset : this.#offsetAfter(hits, changed, after, { order, descending });
    const from = descending ? Math.max(0, total - offset - limit) : offset;
    const to = descending ? total - offset : Math.min(total, offset + limit);
    if (to <= from) return { total, rowIds: [] };
    const placed = changed.map((change) => ({ place: this.#placeOf(change, order), rowId: change.file.rowId }));
    const page = this.#base.pageOf(hits, placed, order, { from, to });
    return { total, rowIds: descending ? page.toReversed() : page };
  }

  /** Forgets these rows and adds `files`, those of them that are visible files now. */
  replace(rowIds: readonly number[], files: readonly IndexedFile[]): void {
    const { folders: places, count } = this.#base.columns;
    for (const rowId of rowIds) {
      this.#changes.delete(rowId);
      // Several if the file was renamed while the columns were read.
      for (const position of this.#base.positionsOfRow(rowId)) {
        places[position] = nowhere;
        this.#visible[position] = 0;
        this.#areAllVisible = false;
      }
    }
    for (const file of files) this.#changes.set(file.rowId, { file, places: {} });
    if (this.#changes.size > Math.max(this.#fewChanges, count * changesShare)) this.#mergeChanges();
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
    const hits = this.#base.scan(text);
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
    return (places[order] ??= this.#base.placeOf(order, file));
  }

  /** Number of hits at and before a position in the order of the query. */
  #offsetAfter(
    hits: Uint32Array,
    changed: readonly ChangedFile[],
    after: FilePosition,
    { order, descending }: Pick<NameQuery, 'order' | 'descending'>,
  ): number {
    const position = fileAt(after);
    const place = this.#base.placeOf(order, position, { includes: !descending });
    const inChanges = changed.filter(({ file }) => {
      const compared = compareIn(order, file, position);
      return compared < 0 || (compared === 0 && !descending);
    }).length;
    const before = this.#base.countBefore(hits, place, order) + inChanges;
    return descending ? hits.length + changed.length - before : before;
  }

  #mergeChanges(): void {
    const added = [...this.#changes.values()]
      .toSorted((one, other) => compareFiles(one.file, other.file))
      .map((change) => ({ file: change.file, place: this.#placeOf(change, 'name') }));
    const { columns } = this.#base;
    const isRemoved = (position: number): boolean => columns.folders[position] === nowhere;
    this.#base = new SortedFiles(mergeColumns(columns, isRemoved, added));
    this.#changes = new Map();
    this.#hidden = undefined;
  }
}

// Loops over a million entries are separate functions, which are compiled soon, and use an index, which is faster than an iterator.

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

/** A position as a file to compare with. */
const fileAt = ({ nameKey, name, id, ...more }: FilePosition): IndexedFile => ({
  ...more,
  key: Buffer.from(nameKey),
  name: Buffer.from(name),
  id: parseId(id),
  folder: 0,
});
