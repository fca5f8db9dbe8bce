import type { PageSlice } from '@drive/base';
import { foldName, type LinkRole } from '@drive/contract';
import { sql } from 'kysely';
import { readGiven, type GivenAccess } from '../../platform/access/index.ts';
import { countRows, isAfter, type Reader, type Tx } from '../../platform/db/index.ts';
import { grantsAbove, isGivenTo } from '../access/index.ts';

export interface DriveRow {
  /** owners.row_id */
  readonly ownerId: number;
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly linkRole: LinkRole;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly quotaBytes: number | null;
  /** items.row_id and items.id of its root folder. */
  readonly rootRowId: number;
  readonly rootId: string;
  readonly usedBytes: number;
  readonly itemCount: number;
  /** Users and groups with a role on the root, without deleted accounts. */
  readonly memberCount: number;
}

/** A drive as a user sees it, who was given something on its root. */
export interface DriveFor extends DriveRow {
  readonly given: GivenAccess | null;
}

const selectDrives = (reader: Reader) =>
  reader
    .selectFrom('drives as d')
    .innerJoin('owners as o', 'o.row_id', 'd.owner_id')
    .innerJoin('items as root', (join) =>
      join.onRef('root.owner_id', '=', 'd.owner_id').on('root.parent_id', 'is', null),
    )
    .leftJoin('storage_usage as s', 's.owner_id', 'd.owner_id')
    .select([
      'd.owner_id as ownerId',
      'o.id',
      'd.name',
      'd.name_key as nameKey',
      'd.link_role as linkRole',
      'd.created_at as createdAt',
      'd.deleted_at as deletedAt',
      'o.quota_bytes as quotaBytes',
      'root.row_id as rootRowId',
      'root.id as rootId',
      sql<number>`coalesce(s.stored_bytes, 0) + coalesce(s.reserved_bytes, 0)`.as('usedBytes'),
      sql<number>`coalesce(s.item_count, 0)`.as('itemCount'),
    ])
    .select((of) =>
      of
        .selectFrom('access_grants as g')
        .leftJoin('users as u', 'u.row_id', 'g.user_id')
        .select((grant) => grant.fn.countAll<number>().as('count'))
        .whereRef('g.item_id', '=', 'root.row_id')
        .where('u.deleted_at', 'is', null)
        .as('memberCount'),
    );

type Selected = Omit<DriveRow, 'memberCount'> & { readonly memberCount: number | null };
const toDrive = ({ memberCount, ...row }: Selected): DriveRow => ({ ...row, memberCount: memberCount ?? 0 });

const selectDrivesFor = (reader: Reader, userId: number) =>
  selectDrives(reader).select(grantsAbove('root', userId).as('grants')).where('d.deleted_at', 'is', null);

const toDriveFor = ({ grants, ...row }: Selected & { readonly grants: string | null }, userId: number): DriveFor => ({
  ...toDrive(row),
  given: readGiven(grants, userId, row.rootRowId),
});

/** Drives on whose root a user was given something, by name. */
export async function listDrivesFor(reader: Reader, userId: number, limit: number): Promise<DriveFor[]> {
  const rows = await selectDrivesFor(reader, userId)
    .where('root.row_id', 'in', (of) =>
      of.selectFrom('access_grants as g').select('g.item_id').where(isGivenTo(userId)),
    )
    .orderBy('d.name_key')
    .limit(limit)
    .execute();
  return rows.map((row) => toDriveFor(row, userId));
}

/** Any drive that is not deleted, with what a user was given on its root: only `mayDo` decides. */
export async function findDriveFor(reader: Reader, userId: number, id: string): Promise<DriveFor | undefined> {
  const row = await selectDrivesFor(reader, userId).where('o.id', '=', id).executeTakeFirst();
  return row && toDriveFor(row, userId);
}

/** Any drive, also a deleted one. */
export async function findDrive(reader: Reader, id: string): Promise<DriveRow | undefined> {
  const row = await selectDrives(reader).where('o.id', '=', id).executeTakeFirst();
  return row && toDrive(row);
}

export interface DriveFilter {
  readonly isDeleted: boolean;
  readonly q: string | undefined;
}

const containing = (q: string) =>
  sql<boolean>`d.name_key like ${`%${foldName(q.trim()).replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;

/** By name. */
export async function listDrives(
  reader: Reader,
  { isDeleted, q }: DriveFilter,
  { offset, limit, after }: PageSlice,
): Promise<DriveRow[]> {
  const rows = await selectDrives(reader)
    .where('d.deleted_at', isDeleted ? 'is not' : 'is', null)
    .$if(q !== undefined, (drives) => drives.where(containing(q ?? '')))
    .where(isAfter(after, ['d.name_key', 'd.owner_id'], 'asc'))
    .orderBy('d.name_key')
    .orderBy('d.owner_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(toDrive);
}

export const countDrives = (reader: Reader, { isDeleted, q }: DriveFilter): Promise<number> =>
  countRows(
    reader
      .selectFrom('drives as d')
      .where('d.deleted_at', isDeleted ? 'is not' : 'is', null)
      .$if(q !== undefined, (drives) => drives.where(containing(q ?? ''))),
  );

/** Call under the lock `drives`. */
export async function isNameTaken(tx: Tx, name: string, exceptOwnerId?: number): Promise<boolean> {
  const taken = await tx
    .selectFrom('drives')
    .select('owner_id')
    .where('name_key', '=', foldName(name))
    .where('deleted_at', 'is', null)
    .$if(exceptOwnerId !== undefined, (drives) => drives.where('owner_id', '<>', exceptOwnerId ?? 0))
    .executeTakeFirst();
  return taken !== undefined;
}

export async function insertDrive(
  tx: Tx,
  drive: { readonly ownerId: number; readonly name: string; readonly createdAt: number },
): Promise<void> {
  await tx
    .insertInto('drives')
    .values({
      owner_id: drive.ownerId,
      name: drive.name,
      name_key: foldName(drive.name),
      link_role: 'manager',
      created_at: drive.createdAt,
      deleted_at: null,
    })
    .execute();
}

export async function updateDrive(
  tx: Tx,
  ownerId: number,
  { name, linkRole }: { readonly name?: string | undefined; readonly linkRole?: LinkRole | undefined },
): Promise<void> {
  const change = {
    ...(name === undefined ? {} : { name, name_key: foldName(name) }),
    ...(linkRole === undefined ? {} : { link_role: linkRole }),
  };
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('drives').set(change).where('owner_id', '=', ownerId).execute();
}

export async function setDriveDeleted(tx: Tx, ownerId: number, at: number | null): Promise<void> {
  await tx.updateTable('drives').set({ deleted_at: at }).where('owner_id', '=', ownerId).execute();
}

export async function removeDrive(tx: Tx, ownerId: number): Promise<void> {
  await tx.deleteFrom('drives').where('owner_id', '=', ownerId).execute();
}

/** owners.id of drives that were deleted before a time. */
export async function listDeletedBefore(reader: Reader, before: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('drives')
    .innerJoin('owners', 'owners.row_id', 'drives.owner_id')
    .select('owners.id')
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
