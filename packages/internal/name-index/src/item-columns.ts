import { forEachNumber, numberOrderNames, type ItemNumbers, type NumberOrder } from './name-query.ts';
import { createTextColumn, endOf, startOf, type TextColumn } from './text-column.ts';

export interface IndexedItem extends ItemNumbers {
  readonly rowId: number;
  readonly isFolder: boolean;
  /** Folded, in UTF-8. */
  readonly key: Buffer;
  /** In UTF-8. */
  readonly name: Buffer;
  /** Position of its folder in `FolderStates`. */
  readonly folder: number;
}

/** Items in the order of folded name, name and row id, one column per fact: about ninety bytes per item. */
export interface ItemColumns {
  readonly count: number;
  readonly keys: TextColumn;
  /** Empty if the name equals its key. */
  readonly names: TextColumn;
  readonly rowIds: Float64Array;
  readonly folders: Uint32Array;
  /** 1: a folder. */
  readonly kinds: Uint8Array;
  readonly numbers: Readonly<Record<NumberOrder, Float64Array>>;
}

export type FactColumns = Omit<ItemColumns, 'keys' | 'names'>;

export const createFactColumns = (count: number): FactColumns => ({
  count,
  rowIds: new Float64Array(count),
  folders: new Uint32Array(count),
  kinds: new Uint8Array(count),
  numbers: forEachNumber(() => new Float64Array(count)),
});

export const bytesOfColumns = ({ keys, names, rowIds, folders, kinds, numbers }: ItemColumns): number =>
  [keys.bytes, keys.starts, names.bytes, names.starts, rowIds, folders, kinds, ...Object.values(numbers)].reduce(
    (sum, column) => sum + column.byteLength,
    0,
  );

/** Negative if the item sorts before the one at `position`, by folded name, name and row id. */
export function compareToPosition(item: IndexedItem, columns: ItemColumns, position: number): number {
  const { keys, names, rowIds } = columns;
  return (
    compareKey(item.key, columns, position) ||
    compareName(item, names, keys, position) ||
    item.rowId - rowIds[position]!
  );
}

/** Negative if the key sorts before that of the item at `position`. */
export const compareKey = (key: Buffer, { keys }: ItemColumns, position: number): number =>
  -keys.bytes.compare(key, 0, key.length, startOf(keys, position), endOf(keys, position));

function compareName(item: IndexedItem, names: TextColumn, keys: TextColumn, position: number): number {
  const column = startOf(names, position) === endOf(names, position) ? keys : names;
  return -column.bytes.compare(item.name, 0, item.name.length, startOf(column, position), endOf(column, position));
}

export const compareItems = (one: IndexedItem, other: IndexedItem): number =>
  Buffer.compare(one.key, other.key) || Buffer.compare(one.name, other.name) || one.rowId - other.rowId;

/** An item to be inserted before the one at `place`. */
export interface PlacedItem {
  readonly place: number;
  readonly item: IndexedItem;
}

/**
 * Copies the columns with the `added` items, which are sorted, and without the removed ones. Copies unchanged ranges in
 * one operation.
 */
export function mergeColumns(
  from: ItemColumns,
  isRemoved: (position: number) => boolean,
  added: readonly PlacedItem[],
): ItemColumns {
  const keys = createTextColumn();
  const names = createTextColumn();
  const facts = createFactColumns(from.count + added.length);
  let count = 0;

  function copy(first: number, end: number): void {
    if (first === end) return;
    keys.copy(from.keys, first, end);
    names.copy(from.names, first, end);
    facts.rowIds.set(from.rowIds.subarray(first, end), count);
    facts.folders.set(from.folders.subarray(first, end), count);
    facts.kinds.set(from.kinds.subarray(first, end), count);
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

  function add(item: IndexedItem): void {
    keys.add(item.key);
    names.add(item.name.equals(item.key) ? '' : item.name);
    facts.rowIds[count] = item.rowId;
    facts.folders[count] = item.folder;
    facts.kinds[count] = item.isFolder ? 1 : 0;
    for (const order of numberOrderNames) facts.numbers[order][count] = item[order];
    count += 1;
  }

  let done = 0;
  for (const { place, item } of added) {
    copyKept(done, place);
    add(item);
    done = place;
  }
  copyKept(done, from.count);
  return {
    count,
    keys: keys.finish(),
    names: names.finish(),
    rowIds: facts.rowIds.subarray(0, count),
    folders: facts.folders.subarray(0, count),
    kinds: facts.kinds.subarray(0, count),
    numbers: forEachNumber((order) => facts.numbers[order].subarray(0, count)),
  };
}
