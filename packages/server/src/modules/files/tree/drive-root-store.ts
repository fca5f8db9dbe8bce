import { readGiven, type GivenAccess } from '../../../platform/access/index.ts';
import { compileOnce, type Reader } from '../../../platform/db/index.ts';
import { grantsAbove } from '../../access/index.ts';
import { toItemFields } from '../items/item-row.ts';
import type { SeenItem } from '../items/item-views.ts';
import { selectListed } from './item-store.ts';

/** The root of a team drive as a folder with the name of the drive: only `mayDo` decides. */
export async function findDriveRootItem(reader: Reader, userId: number, id: string): Promise<SeenItem | undefined> {
  const row = await selectListed(reader)
    .innerJoin('drives', 'drives.owner_id', 'i.owner_id')
    .select(['i.row_id as rowId', 'i.owner_id as ownerId', 'drives.name as driveName'])
    .select(grantsAbove('i', userId).as('grants'))
    .where('i.id', '=', id)
    .where('i.parent_id', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { rowId, ownerId, driveName, grants } = row;
  return { ...toItemFields(row, null), name: driveName, ownerId, given: readGiven(grants, userId, rowId) };
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
