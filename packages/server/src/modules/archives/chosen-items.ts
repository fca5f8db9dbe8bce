import { setImmediate } from 'node:timers/promises';
import { mayDo } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { ArchivedItem, NewArchive } from './create-archive.ts';

type ChosenDeps = Pick<Ports, 'database'> & { readonly files: Files };

interface ChosenIds {
  readonly fileIds?: readonly string[] | undefined;
  readonly folderIds?: readonly string[] | undefined;
}

/** Lookups of paths between two turns of the event loop. */
const pathsAtOnce = 32;

/**
 * What a user chose from what they reach. A single folder is the top of the ZIP and gives it its name; of several items, each folder
 * is a folder of the ZIP. An item inside a chosen folder is contained there only. Throws `access_denied` unless every id is one
 * of an alive file or folder that the user reaches, respectively.
 */
export async function requireChosen(
  deps: ChosenDeps,
  userId: number,
  { fileIds = [], folderIds = [] }: ChosenIds,
): Promise<Pick<NewArchive, 'entries' | 'name' | 'knownBytes'>> {
  const ids = { files: new Set(fileIds), folders: new Set(folderIds) };
  const found = new Map(
    (await deps.files.listFiles(deps.database.reader, [...ids.files, ...ids.folders], userId)).map((item) => [
      item.id,
      item,
    ]),
  );
  const requireReached = (id: string, isFolder: boolean): FileRow => {
    const item = found.get(id);
    if (!mayDo(userId, item, 'read') || item.isFolder !== isFolder || item.state !== 'alive')
      throw new DomainError(
        'access_denied',
        'An archive can contain only your own files (fileIds) and folders (folderIds) that are not in the trash. At least one of these is not.',
      );
    return item;
  };
  const chosen = await withoutNested(deps, ids.folders, {
    files: [...ids.files].map((id) => requireReached(id, false)),
    folders: [...ids.folders].map((id) => requireReached(id, true)),
  });

  const { files, folders } = chosen;
  const [only] = folders;
  const isTop = files.length === 0 && folders.length === 1;
  return {
    entries: entriesOf(deps, chosen, isTop),
    ...(isTop && only !== undefined ? { name: only.name } : {}),
    ...(folders.length === 0 ? {} : { knownBytes: sizeOf(files) + sizeOf(folders) }),
  };
}

interface Chosen {
  readonly files: readonly FileRow[];
  readonly folders: readonly FileRow[];
}

const sizeOf = (items: readonly FileRow[]): number => items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

async function withoutNested(
  { database, files }: ChosenDeps,
  folderIds: ReadonlySet<string>,
  chosen: Chosen,
): Promise<Chosen> {
  if (folderIds.size === 0) return chosen;
  const kept: FileRow[] = [];
  for (const [index, item] of [...chosen.files, ...chosen.folders].entries()) {
    const path = await files.listPath(database.reader, item.id);
    if (!path.slice(0, -1).some(({ id }) => folderIds.has(id))) kept.push(item);
    if (index % pathsAtOnce === pathsAtOnce - 1) await setImmediate();
  }
  return { files: kept.filter(({ isFolder }) => !isFolder), folders: kept.filter(({ isFolder }) => isFolder) };
}

async function* entriesOf(
  { database, files: { treeBelow } }: ChosenDeps,
  { files, folders }: Chosen,
  isTop: boolean,
): AsyncGenerator<readonly ArchivedItem[]> {
  if (files.length > 0) yield files.map((file) => ({ file, folderNames: [] }));
  for (const [tree, folder] of folders.entries()) {
    if (isTop) {
      yield* treeBelow(database.reader, folder.rowId);
      continue;
    }
    let isEmpty = true;
    for await (const part of treeBelow(database.reader, folder.rowId)) {
      isEmpty = false;
      yield part.map((each) => ({ ...each, folderNames: [folder.name, ...each.folderNames], tree }));
    }
    if (isEmpty) yield [{ emptyFolder: folder, folderNames: [folder.name], tree }];
  }
}
