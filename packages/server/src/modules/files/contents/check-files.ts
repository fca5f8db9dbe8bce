import { foldName } from '@drive/contract';
import { allRows, type Database, isMiscounted, type Reader, type Tx } from '../../../platform/db/index.ts';
import { getRoot, lockTree } from '../tree/root-folder.ts';
import {
  findCountedFolder,
  findOwnerAndName,
  isLeaving,
  listFilesWithState,
  listFolders,
  listUsage,
  setFolder,
  setFolderTotals,
  setUsage,
  type CheckedFile,
  type CheckedFolder,
  type CheckedUsage,
} from './file-check-store.ts';
import { clearThumbnail } from './thumbnail-store.ts';
import { listVersionsOf } from './version-store.ts';

/** Folders whose size or counts are wrong. Skips those that are being purged, which may have lost half of their children. */
export async function* checkFolders(reader: Reader): AsyncGenerator<CheckedFolder> {
  for await (const folder of allRows((page) => listFolders(reader, page)))
    if (isMiscounted(folder) && !(await isLeaving(reader, folder.rowId))) yield folder;
}

/** Recounts the folder, and those above it as far as that changes them. */
export const repairFolder = (database: Database, { rowId, ownerId }: CheckedFolder): Promise<void> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    for (let at: number | null = rowId; at !== null;) {
      const folder: CheckedFolder | undefined = await findCountedFolder(tx, at);
      if (folder === undefined || (at !== rowId && !isMiscounted(folder)) || (await isLeaving(tx, at))) return;
      await setFolderTotals(tx, at, folder.counted);
      at = folder.parentRowId;
    }
  });

/** Owners whose storage usage is wrong. Meaningful once the folders are right. */
export const checkUsage = async (reader: Reader): Promise<CheckedUsage[]> =>
  (await listUsage(reader)).filter(isMiscounted);

export const repairUsage = (database: Database, { ownerId }: CheckedUsage): Promise<void> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const countedOf = new Map((await listUsage(tx)).map((usage) => [usage.ownerId, usage.counted]));
    const counted = countedOf.get(ownerId);
    if (counted !== undefined) await setUsage(tx, ownerId, counted);
  });

/** Contents that must have their bytes: those of all files and their versions, except of files that are being purged. */
export async function* listFilesToCheck(reader: Reader): AsyncGenerator<CheckedFile> {
  for await (const file of allRows((page) => listFilesWithState(reader, page))) {
    if (file.state !== 'alive' && file.state !== 'trashed') continue;
    yield { ...file, version: null };
    for (const version of file.version > 1 ? await listVersionsOf(reader, [file.rowId]) : [])
      yield { ...file, ...version, size: version.sizeBytes };
  }
}

/** For a file whose thumbnail is missing. */
export const removeThumbnail = (database: Database, { thumbnailKey }: CheckedFile): Promise<unknown> =>
  database.write((tx) => clearThumbnail(tx, thumbnailKey));

/** Moves an item whose folder does not exist to its owner's root, under a name that says so. */
export const moveToRoot = (database: Database, rowId: number): Promise<void> =>
  database.write(async (tx: Tx) => {
    const item = await findOwnerAndName(tx, rowId);
    if (item === undefined) return;
    await lockTree(tx, item.ownerId);
    const name = `recovered ${rowId} ${item.name}`;
    await setFolder(tx, rowId, { folderRowId: await getRoot(tx, item.ownerId), name, nameKey: foldName(name) });
  });
