import { sql } from 'kysely';
import { readGiven, type GivenAccess } from '../../../platform/access/index.ts';
import { compileOnce, type Reader } from '../../../platform/db/index.ts';
import { grantsAbove } from '../../access/index.ts';
import { aFolder, alive } from '../items/item-row.ts';
import { stateFromAbove } from './ancestor-store.ts';

export interface FolderRow {
  readonly rowId: number;
  readonly childFiles: number;
  readonly childFolders: number;
}

export const rootOf = (reader: Reader, ownerId: number) =>
  reader.selectFrom('items').where('items.owner_id', '=', ownerId).where('items.parent_id', 'is', null);

/** An alive folder of the owner. */
export const folderOf = (reader: Reader, { ownerId, id }: { readonly ownerId: number; readonly id: string }) =>
  reader
    .selectFrom('items')
    .where('items.id', '=', id)
    .where('items.owner_id', '=', ownerId)
    .where('items.parent_id', 'is not', null)
    .where('items.is_folder', '=', aFolder)
    .where('items.state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive);

const folderFields = ['row_id as rowId', 'child_files as childFiles', 'child_folders as childFolders'] as const;

const selectRoot = compileOnce((reader: Reader, { ownerId }: { ownerId: number }) =>
  rootOf(reader, ownerId).select(folderFields),
);

const selectFolder = compileOnce((reader: Reader, folder: { ownerId: number; id: string }) =>
  folderOf(reader, folder).select(folderFields),
);

export async function findFolder(reader: Reader, ownerId: number, id: string | null): Promise<FolderRow | undefined> {
  const [row] = await (id === null ? selectRoot(reader, { ownerId }) : selectFolder(reader, { ownerId, id }));
  return row;
}

/** An alive folder of any owner, as a user has access to it: what `mayDo` asks for. */
export interface FolderFor extends FolderRow {
  /** owners.row_id */
  readonly ownerId: number;
  readonly given: GivenAccess | null;
  /** Whether it is the root of a tree, which the API does not name as a parent. */
  readonly isRoot: boolean;
}

/** Not a root, except that of a team drive, which has an id that the API shows. */
const isNamed = sql<boolean>`(items.parent_id is not null or exists (
  select 1 from owners where owners.row_id = items.owner_id and owners.kind = 'drive'))`;

const anyItem = (reader: Reader, id: string) =>
  reader
    .selectFrom('items')
    .where('items.id', '=', id)
    .where('items.state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive)
    .where(isNamed);

/** An alive folder of any owner, also the root of a team drive. */
export const anyFolder = (reader: Reader, id: string) => anyItem(reader, id).where('items.is_folder', '=', aFolder);

const selectFolderFor = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  anyFolder(reader, id)
    .select(['owner_id as ownerId', 'parent_id', ...folderFields])
    .select(grantsAbove('items', userId).as('grants')),
);

const toFolderFor = (
  {
    grants,
    parent_id: parentRowId,
    ...folder
  }: FolderRow & {
    readonly ownerId: number;
    readonly parent_id: number | null;
    readonly grants: string | null;
  },
  userId: number,
): FolderFor => ({ ...folder, given: readGiven(grants, userId, folder.rowId), isRoot: parentRowId === null });

/** Of any owner: only `mayDo` decides whether the user reaches it. */
export async function findFolderFor(reader: Reader, userId: number, id: string): Promise<FolderFor | undefined> {
  const [row] = await selectFolderFor(reader, { id, userId });
  return row && toFolderFor(row, userId);
}

const selectTreeFor = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  reader
    .selectFrom('items')
    .select(['row_id', 'owner_id'])
    .select(grantsAbove('items', userId).as('grants'))
    .where('id', '=', id),
);

/** Whose tree an item in any state is in: what `mayDo` asks for. */
export async function findTreeFor(
  reader: Reader,
  userId: number,
  id: string,
): Promise<Pick<FolderFor, 'ownerId' | 'given'> | undefined> {
  const [row] = await selectTreeFor(reader, { id, userId });
  return row && { ownerId: row.owner_id, given: readGiven(row.grants, userId, row.row_id) };
}

/** Like `findFolderFor`, by items.row_id, and also a root of users. */
export async function findFolderAtFor(reader: Reader, userId: number, rowId: number): Promise<FolderFor | undefined> {
  const row = await reader
    .selectFrom('items')
    .select(['owner_id as ownerId', 'parent_id', ...folderFields])
    .select(grantsAbove('items', userId).as('grants'))
    .where('row_id', '=', rowId)
    .where('state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive)
    .executeTakeFirst();
  return row && toFolderFor(row, userId);
}

/** An alive item of any owner, or the root of a team drive, to which access may be given: only `mayDo` decides. */
export interface AccessTarget {
  readonly rowId: number;
  readonly id: string;
  readonly ownerId: number;
  /** That of the team drive for a root. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly isRoot: boolean;
  readonly given: GivenAccess | null;
}

const selectTarget = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  anyItem(reader, id)
    .leftJoin('drives', 'drives.owner_id', 'items.owner_id')
    .select([
      'row_id as rowId',
      'id',
      'items.owner_id as ownerId',
      'items.name',
      'parent_id',
      'is_folder',
      'drives.name as driveName',
    ])
    .select(grantsAbove('items', userId).as('grants')),
);

export async function findAccessTarget(reader: Reader, userId: number, id: string): Promise<AccessTarget | undefined> {
  const [row] = await selectTarget(reader, { id, userId });
  if (row === undefined) return undefined;
  const { grants, parent_id: parentRowId, is_folder: isFolder, driveName, ...item } = row;
  const isRoot = parentRowId === null;
  const name = isRoot ? (driveName ?? '') : item.name;
  return { ...item, name, isFolder: isFolder === 1, isRoot, given: readGiven(grants, userId, item.rowId) };
}

/** A folder in any state. */
export const findFolderAt = (reader: Reader, rowId: number): Promise<FolderRow | undefined> =>
  reader.selectFrom('items').select(folderFields).where('row_id', '=', rowId).executeTakeFirst();

const selectChild = compileOnce((reader: Reader, { folderRowId, name }: { folderRowId: number; name: string }) =>
  reader
    .selectFrom('items')
    .select(['row_id as rowId', 'id', 'is_folder'])
    .where('parent_id', '=', folderRowId)
    .where('name', '=', name)
    .where('state', '=', alive),
);

export interface Child {
  readonly rowId: number;
  readonly id: string;
  readonly isFolder: boolean;
}

export async function findChild(reader: Reader, folderRowId: number, name: string): Promise<Child | undefined> {
  const [row] = await selectChild(reader, { folderRowId, name });
  return row && { rowId: row.rowId, id: row.id, isFolder: row.is_folder === 1 };
}

const childFields = ['child.row_id as childRowId', 'child.id as childId', 'child.is_folder as childIsFolder'] as const;

const withChild = (folder: ReturnType<typeof rootOf>, name: string) =>
  folder
    .leftJoin('items as child', (join) =>
      join.onRef('child.parent_id', '=', 'items.row_id').on('child.name', '=', name).on('child.state', '=', alive),
    )
    .select(['items.row_id as rowId', 'items.owner_id as ownerId', ...childFields]);

const selectRootWithChild = compileOnce((reader: Reader, { ownerId, name }: { ownerId: number; name: string }) =>
  withChild(rootOf(reader, ownerId), name),
);

const selectFolderWithChild = compileOnce(
  (reader: Reader, { id, userId, name }: { id: string; userId: number; name: string }) =>
    withChild(anyFolder(reader, id), name).select(grantsAbove('items', userId).as('grants')),
);

export interface FolderWithChild extends Pick<FolderFor, 'rowId' | 'ownerId' | 'given'> {
  readonly child: Child | undefined;
}

/** An alive folder as `findFolderFor` finds it, or the user's own root (`id` null), with its child of that name. */
export async function findFolderWithChild(
  reader: Reader,
  { userId, id, name }: { readonly userId: number; readonly id: string | null; readonly name: string },
): Promise<FolderWithChild | undefined> {
  const [row]: readonly (Awaited<ReturnType<typeof selectRootWithChild>>[number] & { grants?: string | null })[] =
    await (id === null
      ? selectRootWithChild(reader, { ownerId: userId, name })
      : selectFolderWithChild(reader, { id, userId, name }));
  if (row === undefined) return undefined;
  const { rowId, ownerId, grants = null, childRowId, childId, childIsFolder } = row;
  const child =
    childRowId === null || childId === null
      ? undefined
      : { rowId: childRowId, id: childId, isFolder: childIsFolder === 1 };
  return { rowId, ownerId, given: readGiven(grants, userId, rowId), child };
}
