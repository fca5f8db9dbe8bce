import { setImmediate } from 'node:timers/promises';
import { createFolderStates, nowhere, type FolderStates } from './folder-states.ts';
import { createFactColumns, type ItemColumns } from './item-columns.ts';
import { NameIndex } from './name-index.ts';
import { forEachNumber, numberOrderNames } from './name-query.ts';
import type { NameSource, SourceName } from './name-source.ts';
import { positionsOf, sortedBy } from './sorted-positions.ts';
import { createTextColumn, type TextColumn } from './text-column.ts';

/** An index that can be brought up to date from its source. */
export interface LoadedIndex {
  readonly index: NameIndex;
  /** Reads these rows again, and newly known folders. */
  refresh(rowIds: readonly number[]): Promise<void>;
}

/** Rows per query: one to two milliseconds, in which no other tree is searched. */
const rowsAtOnce = 2000;
/** Bytes of an item in addition to its two texts; see ItemColumns and the index. */
const bytesOfFacts = 60;
/** An index of names of usual lengths, in bytes per item. Decides before anything is read. */
const usualBytes = 100;

/**
 * Reads the names of all items in order, then their facts in the order of their rows, which is their order on the disk:
 * about a second for a million. Returns undefined if the index would need more than `maxBytes`.
 *
 * Concurrent changes may be included or not; the caller refreshes them.
 */
export async function loadIndex(
  source: NameSource,
  { maxBytes, fewChanges }: { readonly maxBytes: number; readonly fewChanges: number },
): Promise<LoadedIndex | undefined> {
  if ((await source.countItems()) * usualBytes > maxBytes) return undefined;
  const read = await readNames(source, maxBytes);
  if (read === undefined) return undefined;
  const folders = createFolderStates();
  const { columns, readTwice } = await readFacts(source, read, folders);
  await readUnknownFolders(source, folders);
  const index = new NameIndex(columns, folders, fewChanges);

  const loaded: LoadedIndex = {
    index,
    refresh: async (rowIds) => {
      for (let at = 0; at < rowIds.length; at += rowsAtOnce)
        await refreshSome(source, rowIds.slice(at, at + rowsAtOnce), index, folders);
      await readUnknownFolders(source, folders);
    },
  };
  if (readTwice.length > 0) await loaded.refresh(readTwice);
  return loaded;
}

interface NamesRead {
  readonly keys: TextColumn;
  readonly names: TextColumn;
  readonly rowIds: Float64Array;
}

async function readNames(source: NameSource, maxBytes: number): Promise<NamesRead | undefined> {
  const keys = createTextColumn();
  const names = createTextColumn();
  const slices: Float64Array[] = [];
  let count = 0;
  let last: SourceName | undefined;
  for (;;) {
    const slice: SourceName[] = await source.listNames(last, rowsAtOnce);
    if (slice.length === 0) break;
    for (const item of slice) {
      keys.add(item.nameKey);
      names.add(item.name === item.nameKey ? '' : item.name);
      last = item;
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
  return { keys: keys.finish(), names: names.finish(), rowIds };
}

async function readFacts(
  source: NameSource,
  { keys, names, rowIds }: NamesRead,
  folders: FolderStates,
): Promise<{ readonly columns: ItemColumns; readonly readTwice: number[] }> {
  const columns = { ...createFactColumns(rowIds.length), keys, names, rowIds };
  const byRow = sortedBy(rowIds, positionsOf(rowIds.length));
  const readTwice: number[] = [];
  for (let at = 0; at < byRow.length; at += rowsAtOnce) {
    const positions = byRow.subarray(at, at + rowsAtOnce);
    const facts = await source.listFacts(Array.from(positions, (position) => rowIds[position]!));
    let next = 0;
    for (let which = 0; which < positions.length; which += 1) {
      const position = positions[which]!;
      // An item that was renamed while names were read may have been read under both names.
      if (rowIds[position] === rowIds[byRow[at + which - 1]!]) readTwice.push(rowIds[position]!);
      const fact = facts[next];
      // Undefined or another row if the item was deleted or read twice. Its folder stays `nowhere`.
      if (fact === undefined || fact.rowId !== rowIds[position]) continue;
      columns.folders[position] = fact.parentRowId === null ? nowhere : folders.positionOf(fact.parentRowId);
      for (const order of numberOrderNames) columns.numbers[order][position] = fact[order];
      columns.kinds[position] = fact.isFolder ? 1 : 0;
      next += 1;
    }
    await setImmediate();
  }
  return { columns, readTwice };
}

/** Reads folders level by level upward, each once. */
async function readUnknownFolders(source: NameSource, folders: FolderStates): Promise<void> {
  for (let unknown = folders.takeUnknown(); unknown.length > 0; unknown = folders.takeUnknown()) {
    for (let at = 0; at < unknown.length; at += rowsAtOnce) {
      for (const folder of await source.listFolders(unknown.slice(at, at + rowsAtOnce)))
        folders.describe(folder.rowId, folder);
      await setImmediate();
    }
  }
}

async function refreshSome(
  source: NameSource,
  rowIds: readonly number[],
  index: NameIndex,
  folders: FolderStates,
): Promise<void> {
  const items = [];
  for (const row of await source.listRows(rowIds)) {
    const { rowId, isFolder, parentRowId, nameKey, name } = row;
    // A folder that contains no item of the index is described when one appears in it.
    if (isFolder && folders.isKnown(rowId)) folders.describe(rowId, row);
    if (!row.isVisible || parentRowId === null) continue;
    const folder = folders.positionOf(parentRowId);
    const numbers = forEachNumber((order) => row[order]);
    items.push({ ...numbers, rowId, isFolder, key: Buffer.from(nameKey), name: Buffer.from(name), folder });
  }
  index.replace(rowIds, items);
}
