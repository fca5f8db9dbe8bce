import { sql } from 'kysely';
import {
  compileOnce,
  type Database,
  type Dialect,
  isAmong,
  type ItemState,
  type Reader,
  rowIdList,
  type Tx,
} from '../../../platform/db/index.ts';
import { deleteVersionsOf } from '../contents/version-store.ts';
import { keyOf } from '../items/content-key.ts';
import { alive, type FileRow } from '../items/item-row.ts';
import type { FolderRow } from '../tree/folder-store.ts';
import type { Purged } from '../tree/storage-usage-store.ts';

export const trashed = sql.lit<'trashed'>('trashed');
const purging = sql.lit<'purging'>('purging');

interface Trashing {
  readonly now: number;
  /** users.row_id of who trashes them; null: no user. */
  readonly userId: number | null;
}

const updateTrashed = (dialect: Dialect) =>
  compileOnce((tx: Tx['later'], { rowIds, now, userId }: Trashing & { rowIds: string }) =>
    tx
      .updateTable('items')
      .set({ state: 'trashed', deleted_at: now, trashed_by: userId })
      .where(isAmong(dialect, 'row_id', rowIds))
      .where('state', '=', alive),
  );
const updateTrashedOn = { sqlite: updateTrashed('sqlite'), postgres: updateTrashed('postgres') };

/** Trashes items; a folder with all that is in it, by its one row. */
export async function markTrashed(
  tx: Tx,
  dialect: Dialect,
  rowIds: readonly number[],
  trashing: Trashing,
): Promise<void> {
  await updateTrashedOn[dialect](tx.later, { rowIds: rowIdList(dialect, rowIds), ...trashing });
}

/** Those of these folders (items.row_id) in which something alive was added by anybody but the user. */
export async function listFoldersOfOthers(
  reader: Reader,
  userId: number,
  folderRowIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (folderRowIds.length === 0) return new Set();
  const { rows } = await sql<{ top: number }>`
    with recursive below(top, row_id, is_folder, created_by) as (
      select f.row_id, f.row_id, f.is_folder, cast(${userId} as bigint)
      from items as f where f.row_id in (${sql.join(folderRowIds)})
      union all
      select below.top, f.row_id, f.is_folder, f.created_by
      from below join items as f on f.parent_id = below.row_id and f.state = 'alive' where below.is_folder = 1
    )
    select distinct top from below where created_by is distinct from ${userId}`.execute(reader);
  return new Set(rows.map(({ top }) => top));
}

const updatePurging = (dialect: Dialect) =>
  compileOnce((tx: Tx['later'], { rowIds }: { rowIds: string }) =>
    tx
      .updateTable('items')
      .set({ state: 'purging' })
      .where(isAmong(dialect, 'row_id', rowIds))
      .where('state', 'in', ['alive', 'trashed']),
  );
const updatePurgingOn = { sqlite: updatePurging('sqlite'), postgres: updatePurging('postgres') };

/** Irreversible. */
export async function markPurging(tx: Tx, dialect: Dialect, rowIds: readonly number[]): Promise<void> {
  await updatePurgingOn[dialect](tx.later, { rowIds: rowIdList(dialect, rowIds) });
}

/** Items of all owners that were trashed at `time` or before, oldest first. */
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

/** Those of these items that are still to be purged, in any order. */
export async function listPurging(
  { reader, dialect }: Pick<Database, 'reader' | 'dialect'>,
  rowIds: readonly number[],
): Promise<(FolderRow & Pick<FileRow, 'isFolder'>)[]> {
  const rows = await reader
    .selectFrom('items')
    .select(['row_id as rowId', 'is_folder as isFolder', 'child_files as childFiles', 'child_folders as childFolders'])
    .where(isAmong(dialect, 'row_id', rowIdList(dialect, rowIds)))
    .where('state', '=', purging)
    .execute();
  return rows.map((row) => ({ ...row, isFolder: row.isFolder === 1 }));
}

/** Clears all but the ids, and deletes versions. Returns what is left to count, by owner, and keys that the rows named. */
export async function setPurged(
  tx: Tx,
  rowIds: readonly number[],
): Promise<{ readonly purged: Purged[]; readonly keys: string[] }> {
  const named = await tx
    .selectFrom('items')
    .select(['blob_key', 'shared_key', 'preview_key'])
    .where('row_id', 'in', rowIds)
    .execute();
  const alive = await purgeRows(tx, rowIds, 'alive').returning(['owner_id', 'is_folder']).execute();
  await purgeRows(tx, rowIds, 'purging').execute();
  await tx.deleteFrom('quarantines').where('item_id', 'in', rowIds).execute();
  const items = Map.groupBy(alive, (row) => row.owner_id);
  const deleted = await deleteVersionsOf(tx, rowIds);
  const versions = Map.groupBy(deleted, ({ ownerId }) => ownerId);
  const purged = [...new Set([...items.keys(), ...versions.keys()])].map((ownerId) => {
    const own = items.get(ownerId) ?? [];
    const folders = own.filter((row) => row.is_folder === 1).length;
    return {
      ownerId,
      files: own.length - folders,
      folders,
      versionBytes: (versions.get(ownerId) ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    };
  });
  const keys = [
    ...named.flatMap((row) => [keyOf(row), row.preview_key]),
    ...deleted.flatMap(({ blobKey, thumbnailKey }) => [blobKey, thumbnailKey]),
  ].filter((key) => key !== null);
  return { purged, keys };
}

const purgeRows = (tx: Tx, rowIds: readonly number[], from: ItemState) =>
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
      shared_key: null,
      preview_key: null,
      modified_at: null,
      annotations: null,
      star_count: 0,
      quarantined: 0,
      scan: null,
      virus: null,
    })
    .where('row_id', 'in', rowIds)
    .where('state', '=', from);
