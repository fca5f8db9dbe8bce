import type { ItemState, Reader } from '../../../platform/db/index.ts';
import { aFile, aFolder, alive, toFileRow, toItemFields, type FileRow, type ItemFields } from '../items/item-row.ts';
import { type FolderRow } from './folder-store.ts';
import { selectFiles, selectListed } from './item-store.ts';

export interface NamedFolder extends FolderRow {
  readonly parentRowId: number;
  readonly id: string;
  readonly nameKey: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface NamedChild {
  readonly nameKey: string;
  readonly name: string;
}

/** All children of several folders, or of one folder those `after` a child in the order of names. */
export interface ChildrenSlice {
  readonly folderRowIds: readonly number[];
  readonly after?: NamedChild | undefined;
  readonly limit?: number | undefined;
}

export function listChildFolders(
  reader: Reader,
  { folderRowIds, after, limit }: ChildrenSlice,
): Promise<NamedFolder[]> {
  let query = reader
    .selectFrom('items')
    .select([
      'row_id as rowId',
      'id',
      'parent_id as parentRowId',
      'child_files as childFiles',
      'child_folders as childFolders',
      'name_key as nameKey',
      'name',
      'created_at as createdAt',
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
export async function listChildItems(
  reader: Reader,
  { folderRowIds, after, limit }: ChildrenSlice,
  { isFolder, state }: { readonly isFolder: boolean; readonly state: ItemState },
): Promise<(FileRow & NamedChild)[]> {
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

/** `folderIds`: items.id of the folders by their row id. */
export async function listChildFiles(
  reader: Reader,
  { folderRowIds, after, limit }: ChildrenSlice,
  folderIds: ReadonlyMap<number, string>,
): Promise<(ItemFields & NamedChild)[]> {
  let query = selectListed(reader)
    .select(['i.parent_id', 'i.name_key'])
    .where('i.parent_id', 'in', folderRowIds)
    .where('i.is_folder', '=', aFile)
    .where('i.state', '=', alive);
  if (after !== undefined)
    query = query.where((of) => of(of.refTuple('i.name_key', 'i.name'), '>', of.tuple(after.nameKey, after.name)));
  if (limit !== undefined) query = query.orderBy('i.name_key').orderBy('i.name').limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...toItemFields(row, folderIds.get(row.parent_id ?? 0) ?? null),
    nameKey: row.name_key,
  }));
}
