import { forEachNumber, numberOrderNames, type FileNumbers, type NumberOrder } from './name-query.ts';
import { createTextColumn, endOf, startOf, type TextColumn } from './text-column.ts';

export interface IndexedFile extends FileNumbers {
  readonly rowId: number;
  /** Folded, in UTF-8. */
  readonly key: Buffer;
  /** In UTF-8. */
  readonly name: Buffer;
  /** The 16 bytes of a UUID, which sort as its text does. */
  readonly id: Buffer;
  /** Position in `FolderStates`. */
  readonly folder: number;
}

/** Files in the order of folded name, name and id, one column per fact: about a hundred bytes per file. */
export interface FileColumns {
  readonly count: number;
  readonly keys: TextColumn;
  /** Empty if the name equals its key. */
  readonly names: TextColumn;
  readonly ids: Buffer;
  readonly rowIds: Float64Array;
  readonly folders: Uint32Array;
  readonly numbers: Readonly<Record<NumberOrder, Float64Array>>;
}

export const idBytes = 16;

const dash = 0x2d;
const firstLetter = 0x61;

/** Parses a UUID in lower case. Written by hand because a first search parses a million of them. */
export function writeId(uuid: string, ids: Buffer, position: number): void {
  let digits = 0;
  for (let at = 0; at < uuid.length; at += 1) {
    const character = uuid.charCodeAt(at);
    if (character === dash) continue;
    const digit = character < firstLetter ? character - 0x30 : character - firstLetter + 10;
    const byte = position * idBytes + (digits >> 1);
    ids[byte] = (digits & 1) === 0 ? digit << 4 : ids[byte]! | digit;
    digits += 1;
  }
}

export function parseId(uuid: string): Buffer {
  const id = Buffer.alloc(idBytes);
  writeId(uuid, id, 0);
  return id;
}

export type FactColumns = Omit<FileColumns, 'keys' | 'names'>;

export const createFactColumns = (count: number): FactColumns => ({
  count,
  ids: Buffer.alloc(count * idBytes),
  rowIds: new Float64Array(count),
  folders: new Uint32Array(count),
  numbers: forEachNumber(() => new Float64Array(count)),
});

export const bytesOfColumns = ({ keys, names, ids, rowIds, folders, numbers }: FileColumns): number =>
  [keys.bytes, keys.starts, names.bytes, names.starts, ids, rowIds, folders, ...Object.values(numbers)].reduce(
    (sum, column) => sum + column.byteLength,
    0,
  );

/** Negative if `file` sorts before the file at `position`, by folded name, name and id. */
export function compareToPosition(file: IndexedFile, columns: FileColumns, position: number): number {
  const { keys, names, ids } = columns;
  return (
    -keys.bytes.compare(file.key, 0, file.key.length, startOf(keys, position), endOf(keys, position)) ||
    compareName(file, names, keys, position) ||
    -ids.compare(file.id, 0, idBytes, position * idBytes, (position + 1) * idBytes)
  );
}

function compareName(file: IndexedFile, names: TextColumn, keys: TextColumn, position: number): number {
  const column = startOf(names, position) === endOf(names, position) ? keys : names;
  return -column.bytes.compare(file.name, 0, file.name.length, startOf(column, position), endOf(column, position));
}

export const compareFiles = (one: IndexedFile, other: IndexedFile): number =>
  Buffer.compare(one.key, other.key) || Buffer.compare(one.name, other.name) || Buffer.compare(one.id, other.id);

/** A file to be inserted before the one at `place`. */
export interface PlacedFile {
  readonly place: number;
  readonly file: IndexedFile;
}

/**
 * Copies the columns with the `added` files, which are sorted, and without the removed ones. Copies unchanged ranges in
 * one operation.
 */
export function mergeColumns(
  from: FileColumns,
  isRemoved: (position: number) => boolean,
  added: readonly PlacedFile[],
): FileColumns {
  const keys = createTextColumn();
  const names = createTextColumn();
  const facts = createFactColumns(from.count + added.length);
  let count = 0;

  function copy(first: number, end: number): void {
    if (first === end) return;
    keys.copy(from.keys, first, end);
    names.copy(from.names, first, end);
    from.ids.copy(facts.ids, count * idBytes, first * idBytes, end * idBytes);
    facts.rowIds.set(from.rowIds.subarray(first, end), count);
    facts.folders.set(from.folders.subarray(first, end), count);
    for (const order of numberOrderNames) facts.numbers[order].set(from.numbers[order].subarray(first, end), count);
    count += end - first;
  }

  function copyKept(first: number, end: number): void {
    let begin = first;
    for (let position = first; position < end; position += 1) {
      if (!isRemoved(position)) continue;
      copy(begin, position);
      begin = position + 1;
    }
    copy(begin, end);
  }

  function add(file: IndexedFile): void {
    keys.add(file.key);
    names.add(file.name.equals(file.key) ? '' : file.name);
    file.id.copy(facts.ids, count * idBytes);
    facts.rowIds[count] = file.rowId;
    facts.folders[count] = file.folder;
    for (const order of numberOrderNames) facts.numbers[order][count] = file[order];
    count += 1;
  }

  let done = 0;
  for (const { place, file } of added) {
    copyKept(done, place);
    add(file);
    done = place;
  }
  copyKept(done, from.count);
  return {
    count,
    keys: keys.finish(),
    names: names.finish(),
    ids: facts.ids.subarray(0, count * idBytes),
    rowIds: facts.rowIds.subarray(0, count),
    folders: facts.folders.subarray(0, count),
    numbers: forEachNumber((order) => facts.numbers[order].subarray(0, count)),
  };
}
