import { sql } from 'kysely';
import type { Counted, ItemState, Reader, Tx } from '../../../platform/db/index.ts';
import { alive } from '../items/item-row.ts';
import { stateFromAbove } from '../tree/ancestor-store.ts';
import type { Place } from '../tree/item-store.ts';

interface FolderTotals {
  readonly size: number;
  readonly childFiles: number;
  readonly childFolders: number;
}

export interface CheckedFolder extends Counted<FolderTotals> {
  readonly rowId: number;
  readonly parentRowId: number | null;
  readonly id: string;
  readonly ownerId: number;
}

interface UsageTotals {
  readonly storedBytes: number;
  readonly trashBytes: number;
  readonly reservedBytes: number;
  /** Files whose own state is alive or trashed. */
  readonly fileCount: number;
  /** Files and folders of that kind without the root, and open uploads that hold an item. */
  readonly itemCount: number;
}

export interface CheckedUsage extends Counted<UsageTotals> {
  readonly ownerId: number;
}

/** A content of a file: the current one or a version. */
export interface CheckedFile {
  readonly rowId: number;
  /** null: the current content. */
  readonly version: number | null;
  readonly id: string;
  readonly ownerId: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly blobKey: string;
  readonly isShared: boolean;
  readonly thumbnailKey: string | null;
}

const effectiveState = sql<ItemState>`case when i.state <> 'alive' then i.state
  else ${stateFromAbove('i.parent_id')} end`;

export async function isLeaving(reader: Reader, rowId: number): Promise<boolean> {
  const { rows } = await sql<{ state: ItemState }>`
    select ${effectiveState} as state from items as i where i.row_id = ${rowId}`.execute(reader);
  return ['purging', 'purged'].includes(rows[0]?.state ?? 'purged');
}

type FolderRow = { id: string; parent_id: number | null } & Record<
  | 'row_id'
  | 'owner_id'
  | 'size'
  | 'child_files'
  | 'child_folders'
  | 'counted_size'
  | 'counted_files'
  | 'counted_folders',
  number
>;

async function selectFolders(reader: Reader, which: ReturnType<typeof sql>, limit: number): Promise<CheckedFolder[]> {
  const { rows } = await sql<FolderRow>`
    select f.row_id, f.parent_id, f.id, f.owner_id, f.size, f.child_files, f.child_folders,
      cast(coalesce(sum(c.size), 0) as bigint) as counted_size,
      cast(coalesce(sum(1 - c.is_folder), 0) as bigint) as counted_files,
      cast(coalesce(sum(c.is_folder), 0) as bigint) as counted_folders
    from items f left join items c on c.parent_id = f.row_id and c.state = ${alive}
    where f.is_folder = 1 and ${which}
    group by f.row_id, f.parent_id, f.id, f.owner_id, f.size, f.child_files, f.child_folders
    order by f.row_id limit ${limit}`.execute(reader);
  return rows.map((row) => ({
    rowId: row.row_id,
    parentRowId: row.parent_id,
    id: row.id,
    ownerId: row.owner_id,
    kept: { size: row.size, childFiles: row.child_files, childFolders: row.child_folders },
    counted: { size: row.counted_size, childFiles: row.counted_files, childFolders: row.counted_folders },
  }));
}

export const listFolders = (
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CheckedFolder[]> => selectFolders(reader, sql`f.row_id > ${after}`, limit);

export const findCountedFolder = async (reader: Reader, rowId: number): Promise<CheckedFolder | undefined> =>
  (await selectFolders(reader, sql`f.row_id = ${rowId}`, 1))[0];

type UsageRow = Record<
  | 'owner_id'
  | 'stored_bytes'
  | 'trash_bytes'
  | 'reserved_bytes'
  | 'file_count'
  | 'item_count'
  | 'files'
  | 'folders'
  | 'held_items'
  | 'property_bytes'
  | 'metadata_bytes'
  | 'alive_bytes'
  | 'trashed_bytes'
  | 'promised_bytes'
  | 'paste_bytes'
  | 'version_bytes',
  number
>;

export async function listUsage(reader: Reader): Promise<CheckedUsage[]> {
  const { rows } = await sql<UsageRow>`
    select u.owner_id, u.stored_bytes, u.trash_bytes, u.reserved_bytes, u.file_count, u.item_count,
      (select count(*) from items where owner_id = u.owner_id and is_folder = 0 and state in ('alive', 'trashed'))
        as files,
      (select count(*) from items where owner_id = u.owner_id and is_folder = 1 and state in ('alive', 'trashed')
        and parent_id is not null) as folders,
      (select count(*) from upload_sessions
        where owner_id = u.owner_id and status in ('PENDING', 'UPLOADING') and holds_item = 1) as held_items,
      cast(coalesce((select sum(octet_length(p.namespace) + octet_length(p.name) + octet_length(p.xml))
        from dav_properties as p join items on items.row_id = p.item_id
        where items.owner_id = u.owner_id), 0) as bigint) as property_bytes,
      cast(coalesce((select sum(bytes) from item_terms where owner_id = u.owner_id), 0) as bigint) as metadata_bytes,
      coalesce((select size from items where owner_id = u.owner_id and parent_id is null), 0) as alive_bytes,
      cast(coalesce((select sum(size) from items where owner_id = u.owner_id and state = 'trashed'), 0) as bigint)
        as trashed_bytes,
      cast(coalesce((select sum(size_bytes + metadata_bytes) from upload_sessions
        where owner_id = u.owner_id and status in ('PENDING', 'UPLOADING')), 0) as bigint) as promised_bytes,
      cast(coalesce((select sum(size_bytes) from pastes
        where owner_id = u.owner_id and content is not null), 0) as bigint) as paste_bytes,
      cast(coalesce((select sum(size) from file_versions where owner_id = u.owner_id), 0) as bigint) as version_bytes
    from storage_usage u order by u.owner_id`.execute(reader);
  return rows.map((row) => ({
    ownerId: row.owner_id,
    kept: {
      storedBytes: row.stored_bytes,
      trashBytes: row.trash_bytes,
      reservedBytes: row.reserved_bytes,
      fileCount: row.file_count,
      itemCount: row.item_count,
    },
    counted: {
      storedBytes:
        row.alive_bytes +
        row.trashed_bytes +
        row.paste_bytes +
        row.version_bytes +
        row.property_bytes +
        row.metadata_bytes,
      trashBytes: row.trashed_bytes,
      reservedBytes: row.promised_bytes,
      fileCount: row.files,
      itemCount: row.files + row.folders + row.held_items,
    },
  }));
}

/** Items that have bytes, in any state. */
export const listFilesWithState = (
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<(CheckedFile & { readonly state: ItemState; readonly version: number })[]> =>
  reader
    .selectFrom('items as i')
    .select([
      'i.row_id as rowId',
      'i.id',
      'i.owner_id as ownerId',
      'i.name',
      'i.size',
      'i.sha256',
      sql<string>`coalesce(i.blob_key, i.shared_key)`.as('blobKey'),
      sql<boolean>`i.shared_key is not null`.as('isShared'),
      'i.preview_key as thumbnailKey',
      'i.version',
      effectiveState.as('state'),
    ])
    .where('i.row_id', '>', after)
    .where(sql<boolean>`coalesce(i.blob_key, i.shared_key) is not null`)
    .orderBy('i.row_id')
    .limit(limit)
    .execute();

export async function setFolderTotals(tx: Tx, rowId: number, totals: FolderTotals): Promise<void> {
  await tx
    .updateTable('items')
    .set({ size: totals.size, child_files: totals.childFiles, child_folders: totals.childFolders })
    .where('row_id', '=', rowId)
    .execute();
}

export async function setUsage(tx: Tx, ownerId: number, totals: UsageTotals): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set({
      stored_bytes: totals.storedBytes,
      trash_bytes: totals.trashBytes,
      reserved_bytes: totals.reservedBytes,
      file_count: totals.fileCount,
      item_count: totals.itemCount,
    })
    .where('owner_id', '=', ownerId)
    .execute();
}

export const findOwnerAndName = (
  reader: Reader,
  rowId: number,
): Promise<{ readonly ownerId: number; readonly name: string } | undefined> =>
  reader.selectFrom('items').select(['owner_id as ownerId', 'name']).where('row_id', '=', rowId).executeTakeFirst();

/** Unlike `placeItem`, leaves the state of the item as it is. */
export async function setFolder(
  tx: Tx,
  rowId: number,
  { folderRowId, name, nameKey }: Omit<Place, 'rowId'>,
): Promise<void> {
  await tx
    .updateTable('items')
    .set((of) => ({ parent_id: folderRowId, name, name_key: nameKey, revision: of('revision', '+', 1) }))
    .where('row_id', '=', rowId)
    .execute();
}
