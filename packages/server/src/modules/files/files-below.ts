import type { Reader } from '../../platform/db/database.ts';
import type { FileRow } from './file-row.ts';
import { filesIn, walkFolders } from './descendants.ts';
import { findNode } from './trash-store.ts';

/** A file with the names of the folders that lead to it from the one that was asked about. */
export interface FileBelow {
  readonly file: FileRow;
  readonly folderNames: readonly string[];
}

/** Every file in an alive folder, however deep, in small pieces. */
export async function* filesBelow(reader: Reader, folderRowId: number): AsyncGenerator<readonly FileBelow[]> {
  const top = await findNode(reader, folderRowId);
  if (top === undefined) return;
  const ways = new Map<number, readonly string[]>([[folderRowId, []]]);
  for await (const folders of walkFolders(reader, top)) {
    for (const folder of folders)
      if ('parentRowId' in folder) ways.set(folder.rowId, [...(ways.get(folder.parentRowId) ?? []), folder.name]);
    for await (const files of filesIn(reader, folders, 'alive'))
      yield files.map((file) => ({ file, folderNames: ways.get(file.parentRowId) ?? [] }));
  }
}

/** The files directly in an alive folder, in small pieces. */
export async function* filesDirectlyIn(reader: Reader, folderRowId: number): AsyncGenerator<readonly FileRow[]> {
  const folder = await findNode(reader, folderRowId);
  if (folder !== undefined) yield* filesIn(reader, [folder], 'alive');
}
