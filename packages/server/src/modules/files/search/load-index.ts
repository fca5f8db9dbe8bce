import { setImmediate } from 'node:timers/promises';
import { createFactColumns, idBytes, parseId, writeId, type FileColumns } from './file-columns.ts';
import { createFolderStates, nowhere, type FolderStates } from './folder-states.ts';
import { listFacts, listFolders, listNames, listRows, type IndexedName, type IndexReader } from './index-store.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import { positionsOf, sortedBy } from './sort-positions.ts';
import { createTextColumn, endOf, startOf, type TextColumn } from './text-column.ts';

/** An owner's index, with what it takes to keep it up. */
export interface OwnIndex {
  readonly index: NameIndex;
  /** Reads these rows anew, and what else has to be known by now. */
  refresh(rowIds: readonly number[]): Promise<void>;
}

/** Rows read at once: a millisecond or two, in which no other owner is answered. */
const rowsAtOnce = 2000;
/** Beside the two texts; see FileColumns and what the index adds to them. */
const bytesOfFacts = 75;

/**
 * Reads the names of all of an owner's files, in order, then their facts in the order of their rows, which is how they
 * lie on the disk: a million take about a second. undefined where the index would take more than `maxBytes`.
 *
 * What changes meanwhile may be seen before or after; the caller refreshes it.
 */
export async function loadIndex(
  from: IndexReader,
  ownerId: number,
  { maxBytes, fewChanges }: { readonly maxBytes: number; readonly fewChanges: number },
): Promise<OwnIndex | undefined> {
  const read = await readNames(from, ownerId, maxBytes);
  if (read === undefined) return undefined;
  const folders = createFolderStates();
  const { columns, twice } = await readFacts(from, read, folders);
  orderTwins(columns);
  await readUnknownFolders(from, folders);
  const index = createNameIndex(columns, folders, fewChanges);

  const own: OwnIndex = {
    index,
    refresh: async (rowIds) => {
      for (let at = 0; at < rowIds.length; at += rowsAtOnce)
        await refreshSome(from, ownerId, rowIds.slice(at, at + rowsAtOnce), { index, folders });
      await readUnknownFolders(from, folders);
    },
  };
  if (twice.length > 0) await own.refresh(twice);
  return own;
}

interface NamesRead {
  readonly keys: TextColumn;
  readonly names: TextColumn;
  readonly rowIds: Float64Array;
}

async function readNames(from: IndexReader, ownerId: number, maxBytes: number): Promise<NamesRead | undefined> {
  const keys = createTextColumn();
  const names = createTextColumn();
  const slices: Float64Array[] = [];
  let count = 0;
  let last: IndexedName | undefined;
  for (;;) {
    const slice: IndexedName[] = await listNames(from, ownerId, last, rowsAtOnce);
    if (slice.length === 0) break;
    for (const { nameKey, name } of slice) {
      keys.add(nameKey);
      names.add(name === nameKey ? '' : name);
    }
    slices.push(Float64Array.from(slice, ({ rowId }) => rowId));
    count += slice.length;
    if (keys.byteLength + names.byteLength + count * bytesOfFacts > maxBytes) return undefined;
    last = slice.at(-1);
    await setImmediate();
  }

  const rowIds = new Float64Array(count);
  let at = 0;
  for (const slice of slices) {
    rowIds.set(slice, at);
    at += slice.length;
  }
  return { keys: keys.finish(), names: names.finish(), rowIds };
}

async function readFacts(
  from: IndexReader,
  { keys, names, rowIds }: NamesRead,
  folders: FolderStates,
): Promise<{ readonly columns: FileColumns; readonly twice: number[] }> {
  const columns = { ...createFactColumns(rowIds.length), keys, names, rowIds };
  const byRow = sortedBy(rowIds, positionsOf(rowIds.length));
  const twice: number[] = [];
  for (let at = 0; at < byRow.length; at += rowsAtOnce) {
    const positions = new Map<number, number>();
    for (const position of byRow.subarray(at, at + rowsAtOnce)) {
      const rowId = rowIds[position]!;
      // Renamed while the names were read: met under both.
      if (positions.has(rowId)) twice.push(rowId);
      positions.set(rowId, position);
    }
    for (const { rowId, id, parentRowId, sizeBytes, createdAt } of await listFacts(from, [...positions.keys()])) {
      const position = positions.get(rowId)!;
      columns.folders[position] = parentRowId === null ? nowhere : folders.positionOf(parentRowId);
      columns.sizes[position] = sizeBytes;
      columns.times[position] = createdAt;
      writeId(id, columns.ids, position);
    }
    await setImmediate();
  }
  return { columns, twice };
}

/** Names were read with the row id as the last word on the order, because an index has it; the id is. */
function orderTwins({ count, keys, names, ids, rowIds, folders, sizes, times }: FileColumns): void {
  const isSame = ({ bytes, starts }: TextColumn, one: number, other: number): boolean => {
    const column = { bytes, starts };
    const length = endOf(column, one) - startOf(column, one);
    return (
      length === endOf(column, other) - startOf(column, other) &&
      bytes.compare(bytes, startOf(column, other), endOf(column, other), startOf(column, one), endOf(column, one)) === 0
    );
  };
  let first = 0;
  for (let position = 1; position <= count; position += 1) {
    if (position < count && isSame(keys, first, position) && isSame(names, first, position)) continue;
    if (position - first > 1) sortTwins(first, position);
    first = position;
  }

  function sortTwins(begin: number, end: number): void {
    const idOf = (position: number): Buffer => ids.subarray(position * idBytes, (position + 1) * idBytes);
    const order = Array.from({ length: end - begin }, (_, at) => begin + at).toSorted((one, other) =>
      Buffer.compare(idOf(one), idOf(other)),
    );
    const sortedIds = Buffer.concat(order.map(idOf));
    sortedIds.copy(ids, begin * idBytes);
    for (const column of [rowIds, folders, sizes, times]) {
      const sorted = order.map((position) => column[position]!);
      column.set(sorted, begin);
    }
  }
}

/** Level by level upward, each folder once. */
async function readUnknownFolders(from: IndexReader, folders: FolderStates): Promise<void> {
  for (let unknown = folders.takeUnknown(); unknown.length > 0; unknown = folders.takeUnknown()) {
    for (let at = 0; at < unknown.length; at += rowsAtOnce) {
      for (const { rowId, parentRowId, state } of await listFolders(from, unknown.slice(at, at + rowsAtOnce)))
        folders.describe(rowId, { parentRowId, isAlive: state === 'alive' });
      await setImmediate();
    }
  }
}

async function refreshSome(
  from: IndexReader,
  ownerId: number,
  rowIds: readonly number[],
  { index, folders }: { readonly index: NameIndex; readonly folders: FolderStates },
): Promise<void> {
  const rows = await listRows(from, ownerId, rowIds);
  const files = [];
  for (const { rowId, id, parentRowId, isFolder, nameKey, name, sizeBytes, createdAt, state } of rows) {
    const isAlive = state === 'alive';
    if (isFolder === 1) {
      // One that nobody has asked for is read when something turns up in it.
      if (folders.isKnown(rowId)) folders.describe(rowId, { parentRowId, isAlive });
    } else if (isAlive && parentRowId !== null) {
      const key = Buffer.from(nameKey);
      const folder = folders.positionOf(parentRowId);
      files.push({ rowId, key, name: Buffer.from(name), id: parseId(id), folder, sizeBytes, createdAt });
    }
  }
  index.replace(rowIds, files);
}
