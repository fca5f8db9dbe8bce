import type { Names } from '@drive/webdav-protocol';
import { rootOf, type Caller, type GivenAccess } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import type { FileRow, Files } from '../files/index.ts';

/** A tree, or a part of one, and where a root of WebDAV shows it. */
export interface ShownTree {
  readonly kind: 'own' | 'drive' | 'given';
  /** owners.row_id */
  readonly ownerId: number;
  /** Names that lead to it from the root of the mount. */
  readonly at: Names;
  /** items.id of what is on top of it; null: the root of the caller. */
  readonly topId: string | null;
}

/** A tree of others that the caller reaches, with its topmost item. */
export interface TreeOfOthers extends ShownTree {
  /** items.row_id */
  readonly rowId: number;
  /** undefined for the root of a team drive. */
  readonly item: FileRow | undefined;
  readonly given: GivenAccess | null;
}

/** The folders at the root of `/dav-all/`, which nobody has made. */
const drivesFolder = 'Drives';
const givenFolder = 'Shared with me';
export const foldersOfOthers: readonly string[] = [drivesFolder, givenFolder];

type TreeFiles = Pick<Files, 'listDriveRoots' | 'listGivenTops'>;

/** What is in one of the folders of `/dav-all/`. A key for one folder reaches nothing of others. */
export async function listTrees(
  files: TreeFiles,
  reader: Reader,
  caller: Caller,
  folder: string,
): Promise<TreeOfOthers[]> {
  if (rootOf(caller) !== null) return [];
  if (folder === givenFolder) {
    const tops = await files.listGivenTops(reader, caller.userId);
    return tops.map(({ item, name }) => ({
      kind: 'given',
      ownerId: item.ownerId,
      at: [folder, name],
      topId: item.id,
      rowId: item.rowId,
      item,
      given: item.given,
    }));
  }
  const roots = await files.listDriveRoots(reader, caller.userId);
  return roots.map(({ id, name, ...root }) => ({
    kind: 'drive',
    at: [folder, name],
    topId: id,
    item: undefined,
    ...root,
  }));
}

/** The tree that contains a resource of `/dav-all/`; undefined for what is above all trees, and for what the caller does not reach. */
export async function findTree(
  files: TreeFiles,
  reader: Reader,
  caller: Caller,
  [folder = '', name]: Names,
): Promise<TreeOfOthers | undefined> {
  if (name === undefined || !foldersOfOthers.includes(folder)) return undefined;
  const trees = await listTrees(files, reader, caller, folder);
  return trees.find((tree) => tree.at[1] === name);
}
