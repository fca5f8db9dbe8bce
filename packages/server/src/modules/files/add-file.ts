import { foldName } from '@drive/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Ports } from '../../platform/ports/ports.ts';
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
  /** undefined: computed when it is first needed. */
  readonly crc32?: number;
  readonly blobKey: string;
  /** The client's own modification time in epoch milliseconds. */
  readonly modifiedAt?: number | null;
}

export interface AddedFile {
  readonly rowId: number;
  /** May differ from the wanted name if a sibling has that. */
  readonly name: string;
  /** May be the root if the wanted folder is gone. */
  readonly folderRowId: number;
}

/** Adds a file to the tree, under its name or the next free one. */
export async function addFile(
  deps: Pick<Ports, 'clock' | 'random'> & { readonly search: NameSearch; readonly thumbnails: Thumbnails },
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
      modifiedAt: file.modifiedAt ?? null,
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
