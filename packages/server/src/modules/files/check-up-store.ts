import { sql } from 'kysely';
import type { Counted } from '../../platform/db/counting.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { ItemState } from '../../platform/db/schema.ts';
import { alive, stateFromAbove } from './store.ts';

/** What a folder says of itself, or what its children say of it. */
export interface FolderTotals {
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

export interface CheckedUsage extends Counted<UsageTotals> {
  readonly ownerId: number;
}

export interface UsageTotals {
  readonly storedBytes: number;
  readonly trashBytes: number;
  readonly reservedBytes: number;
  /** Files that are alive or trashed by themselves. */
  readonly fileCount: number;
}

export interface CheckedFile {
  readonly rowId: number;
  readonly id: string;
  readonly ownerId: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly blobKey: string;
  readonly previewKey: string | null;
  /** In effect. */
  readonly state: ItemState;
}

const stateInEffect = sql<ItemState>`case when i.state <> 'alive' then i.state
  else ${stateFromAbove('i.parent_id')} end`;

/** Folders with a row id above `after`, some of them on their way out; each with what its children come to. */
export async function listFolderTotals(
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CheckedFolder[]> {
  return readFolderTotals(reader, sql`f.row_id > ${after}`, limit);
}

export async function findFolderTotals(reader: Reader, rowId: number): Promise<CheckedFolder | undefined> {
  const [folder] = await readFolderTotals(reader, sql`f.row_id = ${rowId}`, 1);
  return folder;
}

interface FolderTotalsRow {
  readonly row_id: number;
  readonly parent_id: number | null;
  readonly id: string;
  readonly owner_id: number;
  readonly size: number;
  readonly child_files: number;
  readonly child_folders: number;
  readonly counted_size: number;
  readonly counted_files: number;
  readonly counted_folders: number;
}

async function readFolderTotals(
  reader: Reader,
  which: ReturnType<typeof sql>,
  limit: number,
): Promise<CheckedFolder[]> {
  const { rows } = await sql<FolderTotalsRow>`
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

export async function findStateInEffect(reader: Reader, rowId: number): Promise<ItemState | undefined> {
  const { rows } = await sql<{ state: ItemState }>`
    select ${stateInEffect} as state from items as i where i.row_id = ${rowId}`.execute(reader);
  return rows[0]?.state;
}

/** Right as soon as the folders' totals are. */
export async function listUsageTotals(reader: Reader): Promise<CheckedUsage[]> {
  const { rows } = await sql<
    Record<
      | 'owner_id'
      | 'stored_bytes'
      | 'trash_bytes'
      | 'reserved_bytes'
      | 'alive_bytes'
      | 'trashed_bytes'
      | 'promised_bytes'
      | 'file_count'
      | 'files'
      | 'paste_bytes',
      number
    >
  >`
    select u.owner_id, u.stored_bytes, u.trash_bytes, u.reserved_bytes, u.file_count,
      (select count(*) from items where owner_id = u.owner_id and is_folder = 0 and state in ('alive', 'trashed'))
        as files,
      coalesce((select size from items where owner_id = u.owner_id and parent_id is null), 0) as alive_bytes,
      cast(coalesce((select sum(size) from items where owner_id = u.owner_id and state = 'trashed'), 0) as bigint)
        as trashed_bytes,
      cast(coalesce((select sum(size_bytes) from upload_sessions
        where owner_id = u.owner_id and status in ('PENDING', 'UPLOADING')), 0) as bigint) as promised_bytes,
      cast(coalesce((select sum(size_bytes) from pastes
        where owner_id = u.owner_id and content is not null), 0) as bigint) as paste_bytes
    from storage_usage u order by u.owner_id`.execute(reader);
  return rows.map((row) => ({
    ownerId: row.owner_id,
    kept: {
      storedBytes: row.stored_bytes,
      trashBytes: row.trash_bytes,
      reservedBytes: row.reserved_bytes,
      fileCount: row.file_count,
    },
    counted: {
      storedBytes: row.alive_bytes + row.trashed_bytes + row.paste_bytes,
      trashBytes: row.trashed_bytes,
      reservedBytes: row.promised_bytes,
      fileCount: row.files,
    },
  }));
}

export async function listCheckedFiles(
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CheckedFile[]> {
  return reader
    .selectFrom('items as i')
    .select([
      'i.row_id as rowId',
      'i.id',
      'i.owner_id as ownerId',
      'i.name',
      'i.size',
      'i.sha256',
      'i.blob_key as blobKey',
      'i.preview_key as previewKey',
      stateInEffect.as('state'),
    ])
    .where('i.row_id', '>', after)
    .where('i.blob_key', 'is not', null)
    .$narrowType<{ blobKey: string }>()
    .orderBy('i.row_id')
    .limit(limit)
    .execute();
}

export async function setFolderTotals(tx: Tx, rowId: number, totals: FolderTotals): Promise<void> {
  await tx
    .updateTable('items')
    .set({ size: totals.size, child_files: totals.childFiles, child_folders: totals.childFolders })
    .where('row_id', '=', rowId)
    .execute();
}

export async function setUsageTotals(tx: Tx, ownerId: number, totals: UsageTotals): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set({
      stored_bytes: totals.storedBytes,
      trash_bytes: totals.trashBytes,
      reserved_bytes: totals.reservedBytes,
      file_count: totals.fileCount,
    })
    .where('owner_id', '=', ownerId)
    .execute();
}

export async function forgetPreview(tx: Tx, rowId: number): Promise<void> {
  await tx.updateTable('items').set({ preview_key: null }).where('row_id', '=', rowId).execute();
}

export async function findLostItem(
  tx: Tx,
  rowId: number,
): Promise<{ readonly ownerId: number; readonly name: string } | undefined> {
  return tx.selectFrom('items').select(['owner_id as ownerId', 'name']).where('row_id', '=', rowId).executeTakeFirst();
}

export async function putUnder(
  tx: Tx,
  rowId: number,
  { parentRowId, name, nameKey }: { readonly parentRowId: number; readonly name: string; readonly nameKey: string },
): Promise<void> {
  await tx
    .updateTable('items')
    .set({ parent_id: parentRowId, name, name_key: nameKey })
    .where('row_id', '=', rowId)
    .execute();
}
