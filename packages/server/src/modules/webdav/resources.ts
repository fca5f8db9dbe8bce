import { DavError, type MountPath, type Names } from '@drive/webdav-protocol';
import { mayDo, requireMay, rootOf, type Action, type Caller, type GivenAccess } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { contentTagOf, type FileRow, type Files } from '../files/index.ts';
import { findTree, foldersOfOthers, listTrees, type ShownTree, type TreeOfOthers } from './shown-trees.ts';

/** The resource of a URL. The root of a mount, and that of a team drive, have no row. */
export interface Resource {
  readonly names: Names;
  readonly isFolder: boolean;
  /** items.row_id; undefined for an empty root, and for a folder above all trees. */
  readonly rowId: number | undefined;
  readonly row: FileRow | undefined;
  /** undefined for a folder above all trees, which nobody changes. */
  readonly tree: ShownTree | undefined;
  /** Whether it is on top of its tree, where it is neither moved nor deleted. */
  readonly isTop: boolean;
  /** What the caller was given on it; null in the caller's own tree. */
  readonly given: GivenAccess | null;
}

export interface FileResource extends Resource {
  readonly isFolder: false;
  readonly row: FileRow;
}

export const isFile = (resource: Resource): resource is FileResource => !resource.isFolder;

type ResourceFiles = Pick<Files, 'findFolder' | 'findBelow' | 'listDriveRoots' | 'listGivenTops'>;

export async function findResource(
  files: ResourceFiles,
  reader: Reader,
  caller: Caller,
  mountPath: MountPath,
  names: Names,
): Promise<Resource | undefined> {
  if (mountPath === '/dav-all') return findOfOthers(files, reader, caller, names);
  const rootId = rootOf(caller);
  const root = await files.findFolder(reader, caller.userId, rootId);
  if (root === undefined && rootId !== null) return undefined;
  const tree = ownTreeOf(caller);
  if (names.length === 0)
    return { names, isFolder: true, rowId: root?.rowId, row: undefined, tree, isTop: true, given: null };
  if (root === undefined) return undefined;
  const row = await files.findBelow(reader, root.rowId, names);
  return row && { ...resourceOf(names, row), tree };
}

export const ownTreeOf = (caller: Caller): ShownTree => ({
  kind: 'own',
  ownerId: caller.userId,
  at: [],
  topId: rootOf(caller),
});

async function findOfOthers(
  files: ResourceFiles,
  reader: Reader,
  caller: Caller,
  names: Names,
): Promise<Resource | undefined> {
  if (names.length < 2) return isAboveTrees(names) ? aboveTrees(names) : undefined;
  const tree = await findTree(files, reader, caller, names);
  if (tree === undefined) return undefined;
  const below = names.slice(tree.at.length);
  if (below.length === 0) return topOf(tree);
  const row = await files.findBelow(reader, tree.rowId, below, caller.userId);
  // It is below what the caller reaches, unless it was moved away meanwhile.
  return mayDo(caller.userId, row, 'read') ? { ...resourceOf(names, row), tree } : undefined;
}

const isAboveTrees = ([folder, ...rest]: Names): boolean =>
  folder === undefined || (foldersOfOthers.includes(folder) && rest.length === 0);

const aboveTrees = (names: Names): Resource => ({
  names,
  isFolder: true,
  rowId: undefined,
  row: undefined,
  tree: undefined,
  isTop: true,
  given: null,
});

const topOf = (tree: TreeOfOthers): Resource => ({
  names: tree.at,
  isFolder: tree.item?.isFolder ?? true,
  rowId: tree.rowId,
  row: tree.item,
  tree,
  isTop: true,
  given: tree.given,
});

const resourceOf = (names: Names, row: FileRow): Omit<Resource, 'tree'> => ({
  names,
  isFolder: row.isFolder,
  rowId: row.rowId,
  row,
  isTop: false,
  given: row.given,
});

/** The members of a folder, in batches of at most `limit` unless they are trees. */
export async function* membersOf(
  files: Pick<Files, 'childrenOf' | 'listDriveRoots' | 'listGivenTops'>,
  reader: Reader,
  caller: Caller,
  { names, rowId, tree, given }: Resource,
  limit: number,
): AsyncGenerator<readonly Resource[]> {
  if (tree === undefined) {
    const [folder] = names;
    yield folder === undefined
      ? foldersOfOthers.map((name) => aboveTrees([name]))
      : (await listTrees(files, reader, caller, folder)).map(topOf);
  } else if (rowId !== undefined)
    for await (const rows of files.childrenOf(reader, rowId, limit))
      yield rows.map((row) => ({ ...resourceOf([...names, row.name], row), tree, given }));
}

/** A folder that gets or loses something. */
export interface TargetFolder {
  /** items.row_id */
  readonly rowId: number;
  /** owners.row_id */
  readonly ownerId: number;
}

/**
 * The parent folder of a new resource, with its tree locked. Throws 409 if there is none (RFC 4918, 9.3.1 and 9.7.1), 403 above all
 * trees, and `access_denied` if the role of the caller is too small.
 */
export async function requireParent(
  files: Files,
  tx: Tx,
  caller: Caller,
  mountPath: MountPath,
  names: Names,
  action: Action = 'add',
): Promise<TargetFolder> {
  if (mountPath === '/dav' && names.length <= 1 && rootOf(caller) === null)
    return { rowId: await files.ensureRoot(tx, caller.userId), ownerId: caller.userId };
  const parent = await findResource(files, tx, caller, mountPath, names.slice(0, -1));
  if (parent?.isFolder !== true) throw new DavError(409);
  const { ownerId } = requireAllowed(caller, parent, action);
  if (parent.rowId === undefined) throw new DavError(409);
  files.requireLocked(tx, ownerId);
  return { rowId: parent.rowId, ownerId };
}

/** The tree of a resource. Throws 403 above all trees, and `access_denied` if the role of the caller is too small. */
export function requireAllowed(caller: Caller, resource: Resource, action: Action, now?: number): ShownTree {
  const { tree, given, row } = resource;
  if (tree === undefined) throw new DavError(403);
  const owned = { ownerId: tree.ownerId, given, addedBy: row?.addedBy ?? null, addedAt: row?.addedAt ?? 0 };
  requireMay(caller.userId, owned, action, () => new DavError(404), now);
  return tree;
}

/**
 * Equal bytes have equal tags, once their SHA-256 is known. Not in hex: some clients could not return that in If together
 * with a lock token.
 */
export const etagOf = ({ sha256, blobKey }: Pick<FileRow, 'sha256' | 'blobKey'>): string =>
  `"${sha256 === null ? contentTagOf(blobKey) : Buffer.from(sha256, 'hex').toString('base64url')}"`;
