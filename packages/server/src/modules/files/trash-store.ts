import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { ItemState } from '../../platform/db/schema.ts';
import type { FileRow } from './file-row.ts';
import { aFile, aFolder, alive, selectFiles, toFileRow } from './item-store.ts';

// Written out, not bound, as `alive` is.
const trashed = sql.lit<'trashed'>('trashed');
const purging = sql.lit<'purging'>('purging');

/** The folder goes with all that is in it, by this one row. */
export async function markTrashed(tx: Tx, rowId: number, now: number): Promise<void> {
  await tx
    .updateTable('items')
    .set({ state: 'trashed', deleted_at: now })
    .where('row_id', '=', rowId)
    .where('state', '=', alive)
    .execute();
}

/** There is no way back from it. */
export async function markPurging(tx: Tx, rowId: number): Promise<void> {
  await tx
    .updateTable('items')
    .set({ state: 'purging' })
    .where('row_id', '=', rowId)
    .where('state', 'in', ['alive', 'trashed'])
    .execute();
}

export interface TrashSlice {
  /** Not what came into the trash later. */
  readonly until?: number;
  /** What came into the trash before this one. */
  readonly before?: Pick<FileRow, 'rowId' | 'deletedAt'> | undefined;
  readonly limit: number;
}

/** What an owner put into the trash, each folder one row, what came last first. */
export async function listTrashed(
  reader: Reader,
  ownerId: number,
  { until, before, limit }: TrashSlice,
): Promise<(FileRow & FolderNode)[]> {
  let query = selectFiles(reader)
    .select(['i.child_files', 'i.child_folders'])
    .where('i.owner_id', '=', ownerId)
    .where('i.state', '=', trashed);
  if (until !== undefined) query = query.where('i.deleted_at', '<=', until);
  if (before !== undefined)
    query = query.where((of) =>
      of(of.refTuple('i.deleted_at', 'i.row_id'), '<', of.tuple(before.deletedAt as number, before.rowId)),
    );
  const rows = await query.orderBy('i.deleted_at', 'desc').orderBy('i.row_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...toNode(row), ...toFileRow(row, 'trashed') }));
}

/** Of all owners, what was put into the trash until then, the oldest first. */
export async function listTrashedUntil(
  reader: Reader,
  time: number,
  limit: number,
): Promise<{ readonly id: string; readonly ownerId: number }[]> {
  return reader
    .selectFrom('items')
    .select(['id', 'owner_id as ownerId'])
    .where('state', '=', trashed)
    .where('deleted_at', '<=', time)
    .orderBy('deleted_at')
    .orderBy('row_id')
    .limit(limit)
    .execute();
}

/** items.row_id of what is alive or trashed right in the root folder, at most `limit`. */
export async function listInRoot(reader: Reader, rootRowId: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('items')
    .select('row_id')
    .where('parent_id', '=', rootRowId)
    .where('state', 'in', [alive, trashed])
    .limit(limit)
    .execute();
  return rows.map((row) => row.row_id);
}

/** A folder on a way down, with what it counts as its own children. */
export interface FolderNode {
  readonly rowId: number;
  readonly childFiles: number;
  readonly childFolders: number;
}

export async function findPurging(
  reader: Reader,
  rowId: number,
): Promise<(FolderNode & Pick<FileRow, 'isFolder' | 'blobKey' | 'thumbnailKey'>) | undefined> {
  const row = await reader
    .selectFrom('items')
    .select(['row_id', 'is_folder', 'child_files', 'child_folders', 'blob_key', 'preview_key'])
    .where('row_id', '=', rowId)
    .where('state', '=', purging)
    .executeTakeFirst();
  return row && { ...toNode(row), isFolder: row.is_folder === 1, blobKey: row.blob_key, thumbnailKey: row.preview_key };
}

export async function findNode(reader: Reader, rowId: number): Promise<FolderNode | undefined> {
  const row = await reader
    .selectFrom('items')
    .select(['row_id', 'child_files', 'child_folders'])
    .where('row_id', '=', rowId)
    .executeTakeFirst();
  return row && toNode(row);
}

const toNode = (row: { row_id: number; child_files: number; child_folders: number }): FolderNode => ({
  rowId: row.row_id,
  childFiles: row.child_files,
  childFolders: row.child_folders,
});

/** Children that are alive by themselves: of several folders all, of one a piece in the order of names. */
export interface ChildrenSlice {
  readonly folderRowIds: readonly number[];
  readonly after?: { readonly nameKey: string; readonly name: string } | undefined;
  readonly limit?: number | undefined;
}

/** A folder as `ChildrenSlice.after` goes on from it. */
export type NamedNode = FolderNode & {
  readonly parentRowId: number;
  readonly nameKey: string;
  readonly name: string;
};

export async function listChildFolders(
  reader: Reader,
  { folderRowIds, after, limit }: ChildrenSlice,
): Promise<NamedNode[]> {
  let query = reader
    .selectFrom('items')
    .select(['row_id', 'parent_id', 'child_files', 'child_folders', 'name_key', 'name'])
    .where('parent_id', 'in', folderRowIds)
    .where('is_folder', '=', aFolder)
    .where('state', '=', alive);
  if (after !== undefined)
    query = query.where((of) => of(of.refTuple('name_key', 'name'), '>', of.tuple(after.nameKey, after.name)));
  if (limit !== undefined) query = query.orderBy('name_key').orderBy('name').limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...toNode(row),
    parentRowId: row.parent_id as number,
    nameKey: row.name_key,
    name: row.name,
  }));
}

/** `state` is what the folders are in effect. */
export async function listChildFiles(
  reader: Reader,
  { folderRowIds, after, limit }: ChildrenSlice,
  state: ItemState,
): Promise<(FileRow & { readonly nameKey: string })[]> {
  let query = selectFiles(reader)
    .select('i.name_key')
    .where('i.parent_id', 'in', folderRowIds)
    .where('i.is_folder', '=', aFile)
    .where('i.state', '=', alive);
  if (after !== undefined)
    query = query.where((of) => of(of.refTuple('i.name_key', 'i.name'), '>', of.tuple(after.nameKey, after.name)));
  if (limit !== undefined) query = query.orderBy('i.name_key').orderBy('i.name').limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({ ...toFileRow(row, state), nameKey: row.name_key }));
}

/**
 * Nothing is left of them but their ids: who asks again is told that they were purged. Answers how many files of whom were
 * alive by themselves until now.
 */
export async function setPurged(
  tx: Tx,
  rowIds: readonly number[],
): Promise<{ readonly ownerId: number; readonly count: number }[]> {
  const those = await purgeThose(tx, rowIds, 'alive').returning(['owner_id', 'is_folder']).execute();
  await purgeThose(tx, rowIds, 'purging').execute();
  await tx.deleteFrom('quarantines').where('item_id', 'in', rowIds).execute();
  const files = those.filter((row) => row.is_folder === 0);
  return [...Map.groupBy(files, (row) => row.owner_id)].map(([ownerId, { length }]) => ({ ownerId, count: length }));
}

const purgeThose = (tx: Tx, rowIds: readonly number[], from: ItemState) =>
  tx
    .updateTable('items')
    .set({
      state: 'purged',
      name: '',
      name_key: '',
      size: 0,
      child_files: 0,
      child_folders: 0,
      mime_type: null,
      sha256: null,
      crc32: null,
      blob_key: null,
      preview_key: null,
      quarantined: 0,
    })
    .where('row_id', 'in', rowIds)
    .where('state', '=', from);
