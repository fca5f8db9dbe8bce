import { sql, type RawBuilder, type Selectable } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Flag, ItemState, Schema } from '../../platform/db/schema.ts';
import type { FileRow } from './file-row.ts';
import { multiShares, shareOf } from './item-share.ts';

// Written out, not bound: a partial index is used only where the statement says what it holds.
export const alive = sql.lit<'alive'>('alive');
export const aFile = sql.lit<0>(0);
export const aFolder = sql.lit<1>(1);

/**
 * What the folders above make of an item: the state of the nearest that isn't alive. The walk ends there, so it costs as
 * much as the item lies deep, and nothing grows with what a trashed folder holds.
 */
export const stateFromAbove = (parentRowId: string): RawBuilder<ItemState> => sql<ItemState>`coalesce((
  with recursive above(parent_id, state) as (
    select f.parent_id, f.state from items as f where f.row_id = ${sql.ref(parentRowId)}
    union all
    select f.parent_id, f.state from above join items as f on f.row_id = above.parent_id where above.state = 'alive'
  ) select state from above where state <> 'alive'), 'alive')`;

type ItemColumns = Selectable<Schema['items']>;
interface FileColumns extends Omit<ItemColumns, 'name_key' | 'child_files' | 'child_folders'> {
  parent_uuid: string | null;
  grandparent_id: number | null;
  share_mode: Selectable<Schema['shares']>['mode'] | null;
  share_token: string | null;
  multi_shares: string | null;
  like_count: number | null;
  comment_count: number | null;
}

/** Items below a root, with their parent's id and their share: everything an answer tells of them. */
export const selectFiles = (reader: Reader) =>
  reader
    .selectFrom('items as i')
    .leftJoin('items as parent', 'parent.row_id', 'i.parent_id')
    .leftJoin('shares as share', (join) => join.onRef('share.item_id', '=', 'i.id').on('share.revoked_at', 'is', null))
    .select([
      'i.row_id',
      'i.id',
      'i.owner_id',
      'i.parent_id',
      'parent.id as parent_uuid',
      'parent.parent_id as grandparent_id',
      'i.is_folder',
      'i.name',
      'i.size',
      'i.mime_type',
      'i.sha256',
      'i.crc32',
      'i.blob_key',
      'i.preview_key',
      'i.state',
      'i.quarantined',
      'i.download_count',
      'i.created_at',
      'i.deleted_at',
      'share.mode as share_mode',
      'share.token as share_token',
      multiShares.as('multi_shares'),
      'share.like_count',
      'share.comment_count',
    ])
    .where('i.parent_id', 'is not', null);

/** `state` is what the item is in effect. */
export const toFileRow = (row: FileColumns, state: ItemState): FileRow => ({
  rowId: row.row_id,
  id: row.id,
  ownerId: row.owner_id,
  // Only a root has none.
  parentRowId: row.parent_id as number,
  parentId: row.grandparent_id === null ? null : row.parent_uuid,
  isFolder: row.is_folder === 1,
  name: row.name,
  sizeBytes: row.size,
  mimeType: row.mime_type,
  sha256: row.sha256,
  crc32: row.crc32,
  blobKey: row.blob_key,
  thumbnailKey: row.preview_key,
  state,
  ownState: row.state,
  quarantined: row.quarantined === 1,
  downloadCount: row.download_count,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
  ...shareOf(row),
  likeCount: row.like_count,
  commentCount: row.comment_count,
});

const selectFile = compileOnce((reader: Reader, { id }: { id: string }) =>
  selectFiles(reader).select(stateFromAbove('i.parent_id').as('state_from_above')).where('i.id', '=', id),
);

export async function findFile(reader: Reader, id: string): Promise<FileRow | undefined> {
  const [row] = await selectFile(reader, { id });
  return row && toFileRow(row, row.state === 'alive' ? row.state_from_above : row.state);
}

/** The same by items.row_id. */
export async function findItemAt(reader: Reader, rowId: number): Promise<FileRow | undefined> {
  const row = await selectFiles(reader)
    .select(stateFromAbove('i.parent_id').as('state_from_above'))
    .where('i.row_id', '=', rowId)
    .executeTakeFirst();
  return row && toFileRow(row, row.state === 'alive' ? row.state_from_above : row.state);
}

/** Those of these items there are, whatever their state; in no certain order. */
export async function listFiles(reader: Reader, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectFiles(reader)
    .select(stateFromAbove('i.parent_id').as('state_from_above'))
    .where('i.id', 'in', ids)
    .execute();
  return rows.map((row) => toFileRow(row, row.state === 'alive' ? row.state_from_above : row.state));
}

const selectPath = compileOnce((reader: Reader, { id }: { id: string }) =>
  selectFiles(reader)
    .innerJoin(
      sql<{ row_id: number; distance: number }>`(
        with recursive above(row_id, parent_id, distance) as (
          select row_id, parent_id, 0 from items where id = ${id}
          union all
          select f.row_id, f.parent_id, above.distance + 1 from above join items as f on f.row_id = above.parent_id
        ) select row_id, distance from above)`.as<'above'>('above'),
      'above.row_id',
      'i.row_id',
    )
    .orderBy('above.distance', 'desc'),
);

/** The item's folders from the root down, and the item; empty where there is none. Each in the state it has by itself. */
export async function listPath(reader: Reader, id: string): Promise<FileRow[]> {
  return (await selectPath(reader, { id })).map((row) => toFileRow(row, row.state));
}

export interface FolderRow {
  readonly rowId: number;
  readonly childFiles: number;
  readonly childFolders: number;
}

const selectFolders = (reader: Reader) => reader.selectFrom('items').select(['row_id', 'child_files', 'child_folders']);

const selectRoot = compileOnce((reader: Reader, { ownerId }: { ownerId: number }) =>
  selectFolders(reader).where('owner_id', '=', ownerId).where('parent_id', 'is', null),
);

const selectFolder = compileOnce((reader: Reader, { ownerId, id }: { ownerId: number; id: string }) =>
  selectFolders(reader)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('parent_id', 'is not', null)
    .where('is_folder', '=', aFolder)
    .where('state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive),
);

/** An alive folder of the owner; null is the root. */
export async function findFolder(reader: Reader, ownerId: number, id: string | null): Promise<FolderRow | undefined> {
  const [row] = await (id === null ? selectRoot(reader, { ownerId }) : selectFolder(reader, { ownerId, id }));
  return row && { rowId: row.row_id, childFiles: row.child_files, childFolders: row.child_folders };
}

const selectChild = compileOnce((reader: Reader, { folderRowId, name }: { folderRowId: number; name: string }) =>
  reader
    .selectFrom('items')
    .select(['row_id', 'id'])
    .where('parent_id', '=', folderRowId)
    .where('name', '=', name)
    .where('state', '=', alive),
);

export async function findChild(
  reader: Reader,
  folderRowId: number,
  name: string,
): Promise<{ readonly rowId: number; readonly id: string } | undefined> {
  const [row] = await selectChild(reader, { folderRowId, name });
  return row && { rowId: row.row_id, id: row.id };
}

export async function listTakenNames(reader: Reader, folderRowId: number, names: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', folderRowId)
    .where('name', 'in', names)
    .where('state', '=', alive)
    .execute();
  return rows.map((row) => row.name);
}

/** items.row_id of the new root, or undefined where there is one already. */
export async function insertRoot(tx: Tx, root: { id: string; ownerId: number; createdAt: number }) {
  const row = await tx
    .insertInto('items')
    .values({
      id: root.id,
      owner_id: root.ownerId,
      parent_id: null,
      is_folder: 1,
      name: '',
      name_key: '',
      size: 0,
      mime_type: null,
      sha256: null,
      blob_key: null,
      state: 'alive',
      created_at: root.createdAt,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('owner_id').where('parent_id', 'is', null).doNothing())
    .returning('row_id')
    .executeTakeFirst();
  return row?.row_id;
}

export interface NewItem {
  readonly id: string;
  readonly ownerId: number;
  readonly isFolder: boolean;
  readonly name: string;
  readonly nameKey: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  readonly sha256: string | null;
  readonly crc32: number | null;
  readonly blobKey: string | null;
  readonly createdAt: number;
}

const insertItemRow = compileOnce((tx: Tx, item: Omit<NewItem, 'isFolder'> & { folderRowId: number; isFolder: Flag }) =>
  tx
    .insertInto('items')
    .columns([
      'id',
      'owner_id',
      'parent_id',
      'is_folder',
      'name',
      'name_key',
      'size',
      'mime_type',
      'sha256',
      'crc32',
      'blob_key',
      'state',
      'created_at',
    ])
    .expression((of) =>
      of
        .selectFrom('items as folder')
        .select([
          sql<string>`${item.id}`.as('id'),
          sql<number>`${item.ownerId}`.as('owner_id'),
          'folder.row_id as parent_id',
          sql<Flag>`${item.isFolder}`.as('is_folder'),
          sql<string>`${item.name}`.as('name'),
          sql<string>`${item.nameKey}`.as('name_key'),
          sql<number>`${item.sizeBytes}`.as('size'),
          sql<string | null>`${item.mimeType}`.as('mime_type'),
          sql<string | null>`${item.sha256}`.as('sha256'),
          sql<number | null>`${item.crc32}`.as('crc32'),
          sql<string | null>`${item.blobKey}`.as('blob_key'),
          alive.as('state'),
          sql<number>`${item.createdAt}`.as('created_at'),
        ])
        .where('folder.row_id', '=', item.folderRowId)
        .where('folder.state', '=', alive)
        .where(stateFromAbove('folder.parent_id'), '=', alive),
    )
    .onConflict((conflict) =>
      conflict.columns(['parent_id', 'name']).where('state', '=', alive).where('parent_id', 'is not', null).doNothing(),
    )
    .returning('row_id'),
);

/** items.row_id of the new item, or undefined where the folder is no longer alive or has a child of that name. */
export async function insertItem(tx: Tx, folderRowId: number, item: NewItem): Promise<number | undefined> {
  const [row] = await insertItemRow(tx, { ...item, folderRowId, isFolder: item.isFolder ? 1 : 0 });
  return row?.row_id;
}

const addDownload = compileOnce((tx: Tx, { rowId }: { rowId: number }) =>
  tx
    .updateTable('items')
    .set((of) => ({ download_count: of('download_count', '+', 1) }))
    .where('row_id', '=', rowId),
);

export async function countDownload(tx: Tx, rowId: number): Promise<void> {
  await addDownload(tx, { rowId });
}

export async function countDownloads(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('items')
    .set((of) => ({ download_count: of('download_count', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** Of a file whose bytes are still there. */
export async function keepCrc32(tx: Tx, id: string, crc32: number): Promise<void> {
  await tx.updateTable('items').set({ crc32 }).where('id', '=', id).where('blob_key', 'is not', null).execute();
}

export async function isAliveFolder(reader: Reader, rowId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('items')
    .select('row_id')
    .where('row_id', '=', rowId)
    .where('state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive)
    .executeTakeFirst();
  return row !== undefined;
}
