import { foldName } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Random } from '../../platform/random.ts';
import { findFreeName } from './free-name.ts';
import { storeReservedBytes } from './storage-usage.ts';
import { ensureRoot, lockTree } from './root-folder.ts';
import type { Thumbnails } from './thumbnails.ts';
import type { NameSearch } from './search/name-search.ts';
import { insertItem, isAliveFolder, listTakenNames } from './item-store.ts';
import { countIn } from './folder-rollup.ts';

export interface FileToAdd {
  /** The id promised with the upload. */
  readonly id: string;
  readonly ownerId: number;
  /** items.row_id of the folder it was sent to. */
  readonly folderRowId: number;
  /** Cleaned, as `ItemName` gives it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly sha256: string;
  /** undefined: nobody knows it yet. It is made when it is first wanted. */
  readonly crc32?: number;
  readonly blobKey: string;
}

export interface AddedFile {
  readonly rowId: number;
  /** The name it got, which a sibling may have changed. */
  readonly name: string;
  /** The folder it really lies in. */
  readonly folderRowId: number;
}

/** Puts a file with its bytes into the tree, under the name it was given or the next free one. */
export async function addFile(
  deps: {
    readonly clock: Clock;
    readonly random: Random;
    readonly search: NameSearch;
    readonly thumbnails: Thumbnails;
  },
  tx: Tx,
  file: FileToAdd,
): Promise<AddedFile> {
  const createdAt = deps.clock.now();
  const insert = (folderRowId: number, name: string): Promise<number | undefined> =>
    insertItem(tx, folderRowId, {
      id: file.id,
      ownerId: file.ownerId,
      isFolder: false,
      name,
      nameKey: foldName(name),
      sizeBytes: file.sizeBytes,
      mimeType: file.mimeType,
      sha256: file.sha256,
      crc32: file.crc32 ?? null,
      blobKey: file.blobKey,
      createdAt,
    });

  await lockTree(tx, file.ownerId);
  let { name, folderRowId } = file;
  let rowId = await insert(folderRowId, name);
  while (rowId === undefined) {
    if (await isAliveFolder(tx, folderRowId)) {
      name = await findFreeName(file.name, (names) => listTakenNames(tx, folderRowId, names));
    } else {
      folderRowId = await ensureRoot(deps, tx, file.ownerId);
    }
    rowId = await insert(folderRowId, name);
  }
  await countIn(tx, folderRowId, { isFolder: false, sizeBytes: file.sizeBytes });
  await storeReservedBytes(tx, file.ownerId, file.sizeBytes);
  deps.search.changed(tx, file.ownerId, [rowId]);
  await deps.thumbnails.schedule(tx, { rowId, ownerId: file.ownerId, name, mimeType: file.mimeType });
  return { rowId, name, folderRowId };
}
