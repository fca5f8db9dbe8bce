import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../platform/db/database.ts';
import type { ItemState } from '../../platform/db/schema.ts';
import { aFile, aFolder, alive, selectFiles, toFileRow, type FileRow } from './item-row.ts';
import { findFolderAt, type FolderRow } from './item-store.ts';

// Walks through the descendants of a folder, in small batches with a turn of the event loop between two of them. The
// walks follow items whose own state is alive, because a trashed or purged folder changes its own row only.

/** Rows per query: a few milliseconds that block other requests. */
const rowsAtOnce = 250;

interface NamedFolder extends FolderRow {
  readonly parentRowId: number;
  readonly nameKey: string;
  readonly name: string;
}

/** The folder and all folders below it, level by level. */
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

/** The files directly in these folders; `state` is the effective state of the folders. */
export const filesIn = (
  reader: Reader,
  folders: readonly FolderRow[],
  state: ItemState,
): AsyncGenerator<readonly FileRow[]> =>
  childrenOf(folders, 'childFiles', (slice) => listChildItems(reader, slice, { isFolder: false, state }));

export async function* filesDirectlyIn(reader: Reader, folderRowId: number): AsyncGenerator<readonly FileRow[]> {
  const folder = await findFolderAt(reader, folderRowId);
  if (folder !== undefined) yield* filesIn(reader, [folder], 'alive');
}

/** Everything directly in an alive folder (items.row_id), folders first, in small batches. */
export async function* childrenOfFolder(reader: Reader, folderRowId: number): AsyncGenerator<readonly FileRow[]> {
  for (const isFolder of [true, false])
    for await (const batch of childrenOfOne({ rowId: folderRowId }, (slice) =>
      listChildItems(reader, slice, { isFolder, state: 'alive' }),
    ))
      yield batch;
}

/** A file with the names of the folders between it and the starting folder. */
export interface FileBelow {
  readonly file: FileRow;
  readonly folderNames: readonly string[];
}

/** Every file in an alive folder, however deep. */
export async function* filesBelow(reader: Reader, folderRowId: number): AsyncGenerator<readonly FileBelow[]> {
  const top = await findFolderAt(reader, folderRowId);
  if (top === undefined) return;
  const paths = new Map<number, readonly string[]>([[folderRowId, []]]);
  for await (const folders of walkFolders(reader, top)) {
    for (const folder of folders)
      if ('parentRowId' in folder) paths.set(folder.rowId, [...(paths.get(folder.parentRowId) ?? []), folder.name]);
    for await (const files of filesIn(reader, folders, 'alive'))
      yield files.map((file) => ({ file, folderNames: paths.get(file.parentRowId) ?? [] }));
  }
}

interface Child {
  readonly nameKey: string;
  readonly name: string;
}

/** All children of several folders, or of one folder those `after` a child in the order of names. */
interface ChildrenSlice {
  readonly folderRowIds: readonly number[];
  readonly after?: Child | undefined;
  readonly limit?: number | undefined;
}

/** Reads small folders several per query, large ones in several batches. */
async function* childrenOf<C extends Child>(
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

async function* childrenOfOne<C extends Child>(
  folder: Pick<FolderRow, 'rowId'>,
  list: (slice: ChildrenSlice) => Promise<C[]>,
): AsyncGenerator<readonly C[]> {
  let after: C | undefined;
  do {
    await setImmediate();
    const batch: C[] = await list({ folderRowIds: [folder.rowId], after, limit: rowsAtOnce });
    yield batch;
    after = batch.length < rowsAtOnce ? undefined : batch.at(-1);
  } while (after !== undefined);
}

function listChildFolders(reader: Reader, { folderRowIds, after, limit }: ChildrenSlice): Promise<NamedFolder[]> {
  let query = reader
    .selectFrom('items')
    .select([
      'row_id as rowId',
      'parent_id as parentRowId',
      'child_files as childFiles',
      'child_folders as childFolders',
      'name_key as nameKey',
      'name',
    ])
    .where('parent_id', 'in', folderRowIds)
    .where('is_folder', '=', aFolder)
    .where('state', '=', alive)
    .$narrowType<{ parentRowId: number }>();
  if (after !== undefined)
    query = query.where((of) => of(of.refTuple('name_key', 'name'), '>', of.tuple(after.nameKey, after.name)));
  if (limit !== undefined) query = query.orderBy('name_key').orderBy('name').limit(limit);
  return query.execute();
}

/** `state` is the effective state of the folders. */
async function listChildItems(
  reader: Reader,
  { folderRowIds, after, limit }: ChildrenSlice,
  { isFolder, state }: { readonly isFolder: boolean; readonly state: ItemState },
): Promise<(FileRow & Child)[]> {
  let query = selectFiles(reader)
    .select('i.name_key')
    .where('i.parent_id', 'in', folderRowIds)
    .where('i.is_folder', '=', isFolder ? aFolder : aFile)
    .where('i.state', '=', alive);
  if (after !== undefined)
    query = query.where((of) => of(of.refTuple('i.name_key', 'i.name'), '>', of.tuple(after.nameKey, after.name)));
  if (limit !== undefined) query = query.orderBy('i.name_key').orderBy('i.name').limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({ ...toFileRow(row, state), nameKey: row.name_key }));
}
