import { setImmediate } from 'node:timers/promises';
import { createFactColumns, idBytes, parseId, writeId, type FileColumns } from './file-columns.ts';
import { createFolderStates, nowhere, type FolderStates } from './folder-states.ts';
import { listFacts, listFolders, listNames, listRows, type IndexedName, type IndexReader } from './index-store.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import { positionsOf, sortedBy } from './sort-positions.ts';
import { createTextColumn, type TextColumn } from './text-column.ts';

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
  orderTwins(columns, read.twins);
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
  /** Ascending, each position whose name is that of the one before it. */
  readonly twins: readonly number[];
}

async function readNames(from: IndexReader, ownerId: number, maxBytes: number): Promise<NamesRead | undefined> {
  const keys = createTextColumn();
  const names = createTextColumn();
  const slices: Float64Array[] = [];
  let count = 0;
  const twins: number[] = [];
  let last: IndexedName | undefined;
  for (;;) {
    const slice: IndexedName[] = await listNames(from, ownerId, last, rowsAtOnce);
    if (slice.length === 0) break;
    for (const file of slice) {
      keys.add(file.nameKey);
      names.add(file.name === file.nameKey ? '' : file.name);
      if (file.name === last?.name) twins.push(count);
      last = file;
      count += 1;
    }
    slices.push(Float64Array.from(slice, ({ rowId }) => rowId));
    if (keys.byteLength + names.byteLength + count * bytesOfFacts > maxBytes) return undefined;
    await setImmediate();
  }

  const rowIds = new Float64Array(count);
  let at = 0;
  for (const slice of slices) {
    rowIds.set(slice, at);
    at += slice.length;
  }
  return { keys: keys.finish(), names: names.finish(), rowIds, twins };
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
    const positions = byRow.subarray(at, at + rowsAtOnce);
    const facts = await listFacts(
      from,
      Array.from(positions, (position) => rowIds[position]!),
    );
    let next = 0;
    for (let which = 0; which < positions.length; which += 1) {
      const position = positions[which]!;
      // Renamed while the names were read: met under both.
      if (rowIds[position] === rowIds[byRow[at + which - 1]!]) twice.push(rowIds[position]!);
      const fact = facts[next];
      // Not any more, or twice.
      if (fact === undefined || fact.rowId !== rowIds[position]) continue;
      columns.folders[position] = fact.parentRowId === null ? nowhere : folders.positionOf(fact.parentRowId);
      columns.sizes[position] = fact.sizeBytes;
      columns.times[position] = fact.createdAt;
      writeId(fact.id, columns.ids, position);
      next += 1;
    }
    await setImmediate();
  }
  return { columns, twice };
}

/** Names were read with the row id as the last word on the order, because an index has it; the id is. */
function orderTwins({ ids, rowIds, folders, sizes, times }: FileColumns, twins: readonly number[]): void {
  const idOf = (position: number): Buffer => ids.subarray(position * idBytes, (position + 1) * idBytes);
  for (let at = 0; at < twins.length;) {
    const first = twins[at]! - 1;
    let end = first + 1;
    for (; twins[at] === end; at += 1) end += 1;
    const order = Array.from({ length: end - first }, (_, twin) => first + twin).toSorted((one, other) =>
      Buffer.compare(idOf(one), idOf(other)),
    );
    Buffer.concat(order.map(idOf)).copy(ids, first * idBytes);
    for (const column of [rowIds, folders, sizes, times])
      column.set(
        order.map((position) => column[position]!),
        first,
      );
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
