import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../platform/db/database.ts';
import type { ItemState } from '../../platform/db/schema.ts';
import type { FileRow } from './file-row.ts';
import {
  listChildFiles,
  listChildFolders,
  type ChildrenSlice,
  type FolderNode,
  type NamedNode,
} from './trash-store.ts';

/** Rows read at once: a few milliseconds, in which nobody else is answered. */
const rowsAtOnce = 250;

/** Folders below a folder (and it, first) that are alive by themselves, level by level, in small pieces. */
export async function* walkFolders<Top extends FolderNode>(
  reader: Reader,
  top: Top,
): AsyncGenerator<readonly (Top | NamedNode)[]> {
  yield [top];
  let level: FolderNode[] = [top];
  while (level.length > 0) {
    const next: FolderNode[] = [];
    for await (const piece of childrenOf(level, 'childFolders', (slice) => listChildFolders(reader, slice))) {
      yield piece;
      for (const folder of piece) if (folder.childFolders > 0) next.push(folder);
    }
    level = next;
  }
}

/** The files right in these folders that are alive by themselves, in small pieces; `state` is what the folders are. */
export const filesIn = (
  reader: Reader,
  folders: readonly FolderNode[],
  state: ItemState,
): AsyncGenerator<readonly FileRow[]> =>
  childrenOf(folders, 'childFiles', (slice) => listChildFiles(reader, slice, state));

/** Small folders are read several at once, large ones piece by piece; the event loop comes round in between. */
async function* childrenOf<Child extends { readonly nameKey: string; readonly name: string }>(
  folders: readonly FolderNode[],
  count: 'childFiles' | 'childFolders',
  list: (slice: ChildrenSlice) => Promise<Child[]>,
): AsyncGenerator<readonly Child[]> {
  let group: number[] = [];
  let expected = 0;
  const readGroup = async (): Promise<Child[]> => {
    const folderRowIds = group;
    group = [];
    expected = 0;
    await setImmediate();
    return list({ folderRowIds });
  };

  for (const folder of folders) {
    if (folder[count] === 0) continue;
    if (folder[count] > rowsAtOnce) {
      yield* childrenOfOne(folder, list);
      continue;
    }
    if (expected + folder[count] > rowsAtOnce) yield await readGroup();
    group.push(folder.rowId);
    expected += folder[count];
  }
  if (group.length > 0) yield await readGroup();
}

async function* childrenOfOne<Child extends { readonly nameKey: string; readonly name: string }>(
  folder: FolderNode,
  list: (slice: ChildrenSlice) => Promise<Child[]>,
): AsyncGenerator<readonly Child[]> {
  let after: Child | undefined;
  do {
    await setImmediate();
    const piece: Child[] = await list({ folderRowIds: [folder.rowId], after, limit: rowsAtOnce });
    yield piece;
    after = piece.length < rowsAtOnce ? undefined : piece.at(-1);
  } while (after !== undefined);
}
