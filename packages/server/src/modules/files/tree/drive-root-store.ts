import { limits } from '@drive/contract';
import { readGiven, type GivenAccess } from '../../../platform/access/index.ts';
import { compileOnce, type Reader } from '../../../platform/db/index.ts';
import { grantsAbove, isGivenTo } from '../../access/index.ts';
import { toItemFields } from '../items/item-row.ts';
import type { SeenItem } from '../items/item-views.ts';
import { selectListed } from './item-store.ts';

const selectRootItems = (reader: Reader, userId: number) =>
  selectListed(reader)
    .innerJoin('drives', 'drives.owner_id', 'i.owner_id')
    .select(['i.row_id as rowId', 'i.owner_id as ownerId', 'drives.name as driveName'])
    .select(grantsAbove('i', userId).as('grants'))
    .where('i.parent_id', 'is', null);

const selectRootItem = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  selectRootItems(reader, userId).where('i.id', '=', id),
);

const selectRootItemAt = compileOnce((reader: Reader, { rowId, userId }: { rowId: number; userId: number }) =>
  selectRootItems(reader, userId).where('i.row_id', '=', rowId),
);

/** The root of a team drive as a folder with the name of the drive: only `mayDo` decides. */
export async function findDriveRootItem(
  reader: Reader,
  userId: number,
  by: { readonly id: string } | { readonly rowId: number },
): Promise<SeenItem | undefined> {
  const [row] = await ('id' in by
    ? selectRootItem(reader, { ...by, userId })
    : selectRootItemAt(reader, { ...by, userId }));
  if (row === undefined) return undefined;
  const { rowId, ownerId, driveName, grants } = row;
  return { ...toItemFields(row, null), name: driveName, ownerId, given: readGiven(grants, userId, rowId) };
}

/** owners.id of the team drive that an owner (owners.row_id) is; null: it is a user. */
export async function findDriveId(reader: Reader, ownerId: number): Promise<string | null> {
  const row = await reader
    .selectFrom('owners')
    .select('id')
    .where('row_id', '=', ownerId)
    .where('kind', '=', 'drive')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The root of a drive: what `mayDo` asks for. */
export interface DriveRoot {
  readonly ownerId: number;
  /** items.id */
  readonly id: string;
  readonly given: GivenAccess | null;
}

const selectRoot = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  reader
    .selectFrom('owners as o')
    .innerJoin('items as root', (join) => join.onRef('root.owner_id', '=', 'o.row_id').on('root.parent_id', 'is', null))
    .select(['root.owner_id as ownerId', 'root.row_id as rowId', 'root.id', grantsAbove('root', userId).as('grants')])
    .where('o.id', '=', id)
    .where('o.kind', '=', 'drive'),
);

/** By the id of the drive. Finds it for anybody: only `mayDo` decides. */
export async function findDriveRoot(reader: Reader, userId: number, id: string): Promise<DriveRoot | undefined> {
  const [row] = await selectRoot(reader, { id, userId });
  return row && { ownerId: row.ownerId, id: row.id, given: readGiven(row.grants, userId, row.rowId) };
}

/** By owners.row_id. */
export async function findDriveRootOf(reader: Reader, userId: number, ownerId: number): Promise<DriveRoot | undefined> {
  const row = await reader
    .selectFrom('items as root')
    .innerJoin('owners as o', 'o.row_id', 'root.owner_id')
    .select(['root.owner_id as ownerId', 'root.row_id as rowId', 'root.id', grantsAbove('root', userId).as('grants')])
    .where('root.owner_id', '=', ownerId)
    .where('root.parent_id', 'is', null)
    .where('o.kind', '=', 'drive')
    .executeTakeFirst();
  return row && { ownerId: row.ownerId, id: row.id, given: readGiven(row.grants, userId, row.rowId) };
}

/** The root of a drive with its name. */
export interface NamedDriveRoot extends DriveRoot {
  /** items.row_id */
  readonly rowId: number;
  readonly name: string;
}

/** Roots of the drives that a user reaches, by name. */
export async function listDriveRoots(reader: Reader, userId: number): Promise<NamedDriveRoot[]> {
  const rows = await reader
    .selectFrom('drives as d')
    .innerJoin('items as root', (join) =>
      join.onRef('root.owner_id', '=', 'd.owner_id').on('root.parent_id', 'is', null),
    )
    .select(['d.name', 'root.owner_id as ownerId', 'root.row_id as rowId', 'root.id'])
    .select(grantsAbove('root', userId).as('grants'))
    .where('d.deleted_at', 'is', null)
    .where('root.row_id', 'in', (of) =>
      of.selectFrom('access_grants as g').select('g.item_id').where(isGivenTo(userId)),
    )
    .orderBy('d.name_key')
    .limit(limits.listedDrives)
    .execute();
  return rows.map(({ grants, ...root }) => ({ ...root, given: readGiven(grants, userId, root.rowId) }));
}
