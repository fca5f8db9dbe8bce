import { setImmediate } from 'node:timers/promises';
import { foldName, type Item } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileRow } from './file-row.ts';
import { toBareItem, type ToItem } from './item.ts';
import { fileNotFound, requireOwnItem } from './find-item.ts';
import { placeItem } from './placing-store.ts';
import { getRoot, lockTree } from './root-folder.ts';
import type { NameSearch } from './search/name-search.ts';
import { findFile, isAliveFolder } from './item-store.ts';
import { filesIn, walkFolders } from './descendants.ts';
import { countIn, countOut } from './folder-rollup.ts';
import { listTrashed, markTrashed, type FolderNode } from './trash-store.ts';
import { addTrashBytes } from './storage-usage.ts';

export interface TrashDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly search: NameSearch;
  readonly toItem: ToItem;
}

/** Puts an item, with all that is in it, into the trash. What is there already stays as it is. */
export const trashItem = ({ database, clock, search }: TrashDeps, ownerId: number, id: string): Promise<void> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const item = await findFile(tx, id);
    if (item === undefined || item.ownerId !== ownerId) throw fileNotFound();
    if (item.state === 'trashed') return;
    if (item.state !== 'alive') throw fileNotFound();
    await markTrashed(tx, item.rowId, clock.now());
    await countOut(tx, item.parentRowId, item);
    await addTrashBytes(tx, ownerId, item.sizeBytes);
    search.changed(tx, ownerId, [item.rowId]);
  });

/**
 * Takes an item out of the trash with what came there with it: into its folder, or into the root where that is not alive.
 * `name_conflict`, and nothing is changed, where the name is taken there.
 */
export const restoreItem = ({ database, search, toItem }: TrashDeps, ownerId: number, id: string): Promise<Item> =>
  database.write(async (tx) => {
    await lockTree(tx, ownerId);
    const item = await findFile(tx, id);
    if (item === undefined || item.ownerId !== ownerId || item.state !== 'trashed')
      throw new DomainError('file_not_found', 'There is no such file or folder in your trash.');
    const folderRowId = (await isAliveFolder(tx, item.parentRowId)) ? item.parentRowId : await getRoot(tx, ownerId);
    const { rowId, name } = item;
    if (!(await placeItem(tx, { rowId, folderRowId, name, nameKey: foldName(name) })))
      throw new DomainError(
        'name_conflict',
        'Something of this name lies where it would come back to. Rename that first.',
      );
    // What came into the trash with a folder above it was counted there until now.
    if (item.ownState === 'alive') await countOut(tx, item.parentRowId, item);
    await countIn(tx, folderRowId, item);
    await addTrashBytes(tx, ownerId, -item.sizeBytes);
    search.changed(tx, ownerId, [rowId]);
    return toItem(await requireOwnItem(tx, ownerId, id));
  });

const marksAtOnce = 100;

/**
 * What is in the owner's trash, what came last first, in small pieces: each file by itself, those of a trashed folder with the
 * folder's time. Folders only where they were trashed themselves, and only if asked for.
 */
export async function* listTrash(
  reader: Reader,
  ownerId: number,
  { includeFolders }: { readonly includeFolders: boolean },
): AsyncGenerator<Item[]> {
  let marked: Awaited<ReturnType<typeof listTrashed>> = [];
  do {
    marked = await listTrashed(reader, ownerId, { before: marked.at(-1), limit: marksAtOnce });
    let piece: Item[] = [];
    for (const item of marked) {
      if (!item.isFolder || includeFolders) piece.push(trashedItem(item, item));
      if (!item.isFolder) continue;
      yield piece;
      piece = [];
      yield* filesBelow(reader, item);
    }
    yield piece;
    await setImmediate();
  } while (marked.length === marksAtOnce);
}

async function* filesBelow(reader: Reader, folder: FileRow & FolderNode): AsyncGenerator<Item[]> {
  for await (const folders of walkFolders(reader, folder))
    for await (const files of filesIn(reader, folders, 'trashed')) yield files.map((file) => trashedItem(file, folder));
}

const trashedItem = (item: FileRow, { deletedAt }: FileRow): Item => ({
  ...toBareItem({ ...item, deletedAt }),
  ...(item.isFolder ? { size: null } : {}),
});
