import { foldName } from '@drive/contract';
import { sql } from 'kysely';
import { allRows, isMiscounted, type Counted } from '../../platform/db/index.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import type { ItemState } from '../../platform/db/schema.ts';
import { stateFromAbove } from './ancestors.ts';
import { alive } from './item-row.ts';
import { getRoot, lockTree } from './root-folder.ts';
import { listVersionsOf } from './version-store.ts';

// Checks and repairs of the tables of this module, for `drive-server doctor`.

interface FolderTotals {
  readonly size: number;
  readonly childFiles: number;
  readonly childFolders: number;
}

/** A folder whose size or counts are not those of its children. */
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
  readonly thumbnailKey: string | null;
}

/** Folders whose size or counts are wrong. Skips those that are being purged, which may have lost half of their children. */
export async function* checkFolders(reader: Reader): AsyncGenerator<CheckedFolder> {
  for await (const folder of allRows((page) => listFolders(reader, sql`f.row_id > ${page.after}`, page.limit)))
    if (isMiscounted(folder) && !(await isLeaving(reader, folder.rowId))) yield folder;
}

/** Recounts the folder, and those above it as far as that changes them. */
export const repairFolder = (database: Database, { rowId, ownerId }: CheckedFolder): Promise<void> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    for (let at: number | null = rowId; at !== null;) {
      const [folder]: CheckedFolder[] = await listFolders(tx, sql`f.row_id = ${at}`, 1);
      if (folder === undefined || (at !== rowId && !isMiscounted(folder)) || (await isLeaving(tx, at))) return;
      const { size, childFiles, childFolders } = folder.counted;
      await tx
        .updateTable('items')
        .set({ size, child_files: childFiles, child_folders: childFolders })
        .where('row_id', '=', at)
        .execute();
      at = folder.parentRowId;
    }
  });

/** Owners whose storage usage is wrong. Meaningful once the folders are right. */
export const checkUsage = async (reader: Reader): Promise<CheckedUsage[]> =>
  (await listUsage(reader)).filter(isMiscounted);

export const repairUsage = (database: Database, { ownerId }: CheckedUsage): Promise<void> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const counted = (await listUsage(tx)).find((each) => each.ownerId === ownerId)?.counted;
    if (counted === undefined) return;
    await tx
      .updateTable('storage_usage')
      .set({
        stored_bytes: counted.storedBytes,
        trash_bytes: counted.trashBytes,
        reserved_bytes: counted.reservedBytes,
        file_count: counted.fileCount,
      })
      .where('owner_id', '=', ownerId)
      .execute();
  });

/** Contents that must have their bytes: those of all files and their versions, except of files that are being purged. */
export async function* listFilesToCheck(reader: Reader): AsyncGenerator<CheckedFile> {
  for await (const file of allRows((page) => listFiles(reader, page))) {
    if (file.state !== 'alive' && file.state !== 'trashed') continue;
    yield { ...file, version: null };
    for (const version of file.version > 1 ? await listVersionsOf(reader, [file.rowId]) : [])
      yield { ...file, ...version, size: version.sizeBytes };
  }
}

/** For a file whose thumbnail is missing. */
export const removeThumbnail = (database: Database, { rowId, thumbnailKey }: CheckedFile): Promise<unknown> =>
  database.write(async (tx) => {
    const none = { preview_key: null };
    await tx
      .updateTable('items')
      .set(none)
      .where('row_id', '=', rowId)
      .where('preview_key', '=', thumbnailKey)
      .execute();
    await tx.updateTable('file_versions').set(none).where('preview_key', '=', thumbnailKey).execute();
  });

/** Moves an item whose folder does not exist to its owner's root, under a name that says so. */
export const moveToRoot = (database: Database, rowId: number): Promise<void> =>
  database.write(async (tx: Tx) => {
    const item = await tx
      .selectFrom('items')
      .select(['owner_id', 'name'])
      .where('row_id', '=', rowId)
      .executeTakeFirst();
    if (item === undefined) return;
    await lockTree(tx, item.owner_id);
    const name = `recovered ${rowId} ${item.name}`;
    await tx
      .updateTable('items')
      .set({ parent_id: await getRoot(tx, item.owner_id), name, name_key: foldName(name) })
      .where('row_id', '=', rowId)
      .execute();
  });

const effectiveState = sql<ItemState>`case when i.state <> 'alive' then i.state
  else ${stateFromAbove('i.parent_id')} end`;

async function isLeaving(reader: Reader, rowId: number): Promise<boolean> {
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

async function listFolders(reader: Reader, which: ReturnType<typeof sql>, limit: number): Promise<CheckedFolder[]> {
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

type UsageRow = Record<
  | 'owner_id'
  | 'stored_bytes'
  | 'trash_bytes'
  | 'reserved_bytes'
  | 'file_count'
  | 'files'
  | 'alive_bytes'
  | 'trashed_bytes'
  | 'promised_bytes'
  | 'paste_bytes'
  | 'version_bytes',
  number
>;

async function listUsage(reader: Reader): Promise<CheckedUsage[]> {
  const { rows } = await sql<UsageRow>`
    select u.owner_id, u.stored_bytes, u.trash_bytes, u.reserved_bytes, u.file_count,
      (select count(*) from items where owner_id = u.owner_id and is_folder = 0 and state in ('alive', 'trashed'))
        as files,
      coalesce((select size from items where owner_id = u.owner_id and parent_id is null), 0) as alive_bytes,
      cast(coalesce((select sum(size) from items where owner_id = u.owner_id and state = 'trashed'), 0) as bigint)
        as trashed_bytes,
      cast(coalesce((select sum(size_bytes) from upload_sessions
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
    },
    counted: {
      storedBytes: row.alive_bytes + row.trashed_bytes + row.paste_bytes + row.version_bytes,
      trashBytes: row.trashed_bytes,
      reservedBytes: row.promised_bytes,
      fileCount: row.files,
    },
  }));
}

const listFiles = (
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
      'i.blob_key as blobKey',
      'i.preview_key as thumbnailKey',
      'i.version',
      effectiveState.as('state'),
    ])
    .where('i.row_id', '>', after)
    .where('i.blob_key', 'is not', null)
    .$narrowType<{ blobKey: string }>()
    .orderBy('i.row_id')
    .limit(limit)
    .execute();
