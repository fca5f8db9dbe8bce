import { setImmediate } from 'node:timers/promises';
import type { ItemState, Reader } from '../../../platform/db/index.ts';
import type { FileRow, ItemFields } from '../items/item-row.ts';
import {
  listChildFiles,
  listChildFolders,
  listChildItems,
  type ChildrenSlice,
  type NamedChild,
  type NamedFolder,
} from './children-store.ts';
import { findFolderAt, type FolderRow } from './folder-store.ts';

// Walks through the descendants of a folder, in small batches with a turn of the event loop between two of them. The
// walks follow items whose own state is alive, because a trashed or purged folder changes its own row only.

/** Rows per query: a few milliseconds that block other requests. */
export const rowsAtOnce = 250;

export async function* walkFolders<Top extends FolderRow>(
  reader: Reader,
  top: Top,
): AsyncGenerator<readonly (Top | NamedFolder)[]> {
  yield [top];
  let level: FolderRow[] = [top];
  while (level.length > 0) {
    const next: FolderRow[] = [];
    for await (const batch of childrenOf(level, 'childFolders', (slice) => listChildFolders(reader, slice))) {
      yield batch;
      for (const folder of batch) if (folder.childFolders > 0) next.push(folder);
    }
    level = next;
  }
}

export const filesIn = (
  reader: Reader,
  folders: readonly FolderRow[],
  state: ItemState,
): AsyncGenerator<readonly FileRow[]> =>
  childrenOf(folders, 'childFiles', (slice) => listChildItems(reader, slice, { isFolder: false, state }));

/** As a listing shows them: faster to read than `filesIn`. */
export async function* listedFilesIn(
  reader: Reader,
  folders: readonly (FolderRow & { readonly id: string })[],
): AsyncGenerator<readonly ItemFields[]> {
  const ids = new Map(folders.map(({ rowId, id }) => [rowId, id]));
  yield* childrenOf(folders, 'childFiles', (slice) => listChildFiles(reader, slice, ids));
}

export async function* filesDirectlyIn(reader: Reader, folderRowId: number): AsyncGenerator<readonly FileRow[]> {
  const folder = await findFolderAt(reader, folderRowId);
  if (folder !== undefined) yield* filesIn(reader, [folder], 'alive');
}

export async function* childrenOfFolder(
  reader: Reader,
  folderRowId: number,
  limit = rowsAtOnce,
): AsyncGenerator<readonly FileRow[]> {
  for (const isFolder of [true, false])
    for await (const batch of childrenOfOne(
      { rowId: folderRowId },
      (slice) => listChildItems(reader, slice, { isFolder, state: 'alive' }),
      limit,
    ))
      yield batch;
}

/** A file below a folder, and the folders between the two. */
export interface FileBelow {
  readonly file: FileRow;
  readonly folderNames: readonly string[];
}

/** A folder without files and folders; the last of `folderNames` is its own. */
export interface EmptyFolder {
  readonly emptyFolder: { readonly id: string; readonly createdAt: number };
  readonly folderNames: readonly string[];
}

export async function* treeBelow(
  reader: Reader,
  folderRowId: number,
): AsyncGenerator<readonly (FileBelow | EmptyFolder)[]> {
  const top = await findFolderAt(reader, folderRowId);
  if (top === undefined) return;
  const paths = new Map<number, readonly string[]>([[folderRowId, []]]);
  for await (const folders of walkFolders(reader, top)) {
    const empty: EmptyFolder[] = [];
    for (const folder of folders) {
      if (!('parentRowId' in folder)) continue;
      const folderNames = [...(paths.get(folder.parentRowId) ?? []), folder.name];
      paths.set(folder.rowId, folderNames);
      if (folder.childFiles + folder.childFolders === 0) empty.push({ emptyFolder: folder, folderNames });
    }
    if (empty.length > 0) yield empty;
    for await (const files of filesIn(reader, folders, 'alive'))
      yield files.map((file) => ({ file, folderNames: paths.get(file.parentRowId) ?? [] }));
  }
}

/** Reads small folders several per query, large ones in several batches. */
async function* childrenOf<C extends NamedChild>(
  folders: readonly FolderRow[],
  count: 'childFiles' | 'childFolders',
  list: (slice: ChildrenSlice) => Promise<C[]>,
): AsyncGenerator<readonly C[]> {
  let group: number[] = [];
  let expected = 0;
  const readGroup = async (): Promise<C[]> => {
    const folderRowIds = group;
    group = [];
    expected = 0;
    await setImmediate();
    return list({ folderRowIds });
  };

  for (const folder of folders) {
    if (folder[count] === 0) continue;
    if (folder[count] > rowsAtOnce) {
      yield* childrenOfOne(folder, list);
      continue;
    }
    if (expected + folder[count] > rowsAtOnce) yield await readGroup();
    group.push(folder.rowId);
    expected += folder[count];
  }
  if (group.length > 0) yield await readGroup();
}

async function* childrenOfOne<C extends NamedChild>(
  folder: Pick<FolderRow, 'rowId'>,
  list: (slice: ChildrenSlice) => Promise<C[]>,
  limit = rowsAtOnce,
): AsyncGenerator<readonly C[]> {
  let after: C | undefined;
  do {
    await setImmediate();
    const batch: C[] = await list({ folderRowIds: [folder.rowId], after, limit });
    yield batch;
    after = batch.length < limit ? undefined : batch.at(-1);
  } while (after !== undefined);
}
