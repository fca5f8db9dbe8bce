import type { PageSlice } from '@drive/base';
import { foldName, type GroupMemberSource } from '@drive/contract';
import { sql } from 'kysely';
import { countRows, isAfter, type Reader, type Tx } from '../../../platform/db/index.ts';

export interface GroupRow {
  /** user_groups.row_id */
  readonly rowId: number;
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly externalId: string | null;
  readonly createdAt: number;
  readonly memberCount: number;
}

/** Members whose accounts are not deleted. A job removes the others. */
const members = (reader: Reader) =>
  reader
    .selectFrom('group_members')
    .innerJoin('users', 'users.row_id', 'group_members.user_id')
    .where('users.deleted_at', 'is', null);

const selectGroups = (reader: Reader) =>
  reader.selectFrom('user_groups as g').select((of) => [
    'g.row_id as rowId',
    'g.id',
    'g.name',
    'g.name_key as nameKey',
    'g.external_id as externalId',
    'g.created_at as createdAt',
    of
      .selectFrom('group_members as m')
      .innerJoin('users', 'users.row_id', 'm.user_id')
      .select((member) => member.fn.countAll<number>().as('count'))
      .whereRef('m.group_id', '=', 'g.row_id')
      .where('users.deleted_at', 'is', null)
      .as('memberCount'),
  ]);

const toGroup = (row: Omit<GroupRow, 'memberCount'> & { readonly memberCount: number | null }): GroupRow => ({
  ...row,
  memberCount: row.memberCount ?? 0,
});

export async function findGroup(reader: Reader, id: string): Promise<GroupRow | undefined> {
  const row = await selectGroups(reader).where('g.id', '=', id).executeTakeFirst();
  return row && toGroup(row);
}

const containing = (q: string) =>
  sql<boolean>`name_key like ${`%${foldName(q.trim()).replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;

/** By name. */
export async function listGroups(
  reader: Reader,
  q: string | undefined,
  { offset, limit, after }: PageSlice,
): Promise<GroupRow[]> {
  const rows = await selectGroups(reader)
    .$if(q !== undefined, (groups) => groups.where(containing(q ?? '')))
    .where(isAfter(after, ['g.name_key', 'g.row_id'], 'asc'))
    .orderBy('g.name_key')
    .orderBy('g.row_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(toGroup);
}

export const countGroups = (reader: Reader, q: string | undefined): Promise<number> =>
  countRows(reader.selectFrom('user_groups').$if(q !== undefined, (groups) => groups.where(containing(q ?? ''))));

/** False if another group has the name. */
export async function insertGroup(
  tx: Tx,
  group: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly createdAt: number },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('user_groups')
    .values({
      id: group.id,
      name: group.name,
      name_key: foldName(group.name),
      external_id: group.externalId,
      created_at: group.createdAt,
    })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('row_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Call under the lock `groups`. */
export async function isExternalIdTaken(tx: Tx, externalId: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('user_groups')
    .select('row_id')
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Call under the lock `groups`. */
export async function isNameTaken(tx: Tx, name: string, exceptRowId: number): Promise<boolean> {
  const taken = await tx
    .selectFrom('user_groups')
    .select('row_id')
    .where('name_key', '=', foldName(name))
    .where('row_id', '<>', exceptRowId)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Call under the lock `groups`. */
export async function renameGroup(tx: Tx, rowId: number, name: string): Promise<void> {
  await tx
    .updateTable('user_groups')
    .set({ name, name_key: foldName(name) })
    .where('row_id', '=', rowId)
    .execute();
}

/** The members go with it. Call under the lock `groups`. */
export async function deleteGroup(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('user_groups').where('row_id', '=', rowId).execute();
}

export interface MemberRow {
  readonly userId: number;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly source: GroupMemberSource;
  readonly addedAt: number;
}

const selectMembers = (reader: Reader, groupId: number) =>
  members(reader)
    .select([
      'users.row_id as userId',
      'users.id',
      'users.email',
      'users.name',
      'group_members.source',
      'group_members.added_at as addedAt',
    ])
    .where('group_members.group_id', '=', groupId);

/** Those added last first. */
export const listMembers = (
  reader: Reader,
  groupId: number,
  { offset, limit, after }: PageSlice,
): Promise<MemberRow[]> =>
  selectMembers(reader, groupId)
    .where(isAfter(after, ['group_members.added_at', 'group_members.user_id'], 'desc'))
    .orderBy('group_members.added_at', 'desc')
    .orderBy('group_members.user_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export const findMember = (reader: Reader, groupId: number, userId: number): Promise<MemberRow | undefined> =>
  selectMembers(reader, groupId).where('users.row_id', '=', userId).executeTakeFirst();

/** False if the user is a member. Call under the lock `groups`. */
export async function insertMember(
  tx: Tx,
  member: {
    readonly groupId: number;
    readonly userId: number;
    readonly source: GroupMemberSource;
    readonly addedAt: number;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('group_members')
    .values({ group_id: member.groupId, user_id: member.userId, source: member.source, added_at: member.addedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False if the user is no member. */
export async function deleteMember(tx: Tx, groupId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteMemberships(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('group_members').where('user_id', '=', userId).execute();
}

interface NamedGroup {
  readonly rowId: number;
  readonly id: string;
}

/** What is to change so that the source has put the user into the groups with these names or external ids, and no others. */
export async function planMemberships(
  reader: Reader,
  userId: number,
  names: readonly string[],
  source: GroupMemberSource,
): Promise<{ readonly added: NamedGroup[]; readonly removed: NamedGroup[] }> {
  const keys = names.map(foldName);
  const [wanted, present] = await Promise.all([
    names.length === 0
      ? []
      : reader
          .selectFrom('user_groups')
          .select(['row_id as rowId', 'id'])
          .where((is) => is.or([is('name_key', 'in', keys), is('external_id', 'in', [...names])]))
          .execute(),
    reader
      .selectFrom('group_members')
      .innerJoin('user_groups', 'user_groups.row_id', 'group_members.group_id')
      .select(['user_groups.row_id as rowId', 'user_groups.id', 'group_members.source'])
      .where('group_members.user_id', '=', userId)
      .execute(),
  ]);
  const isAmong = (groups: readonly NamedGroup[], { rowId }: NamedGroup): boolean =>
    groups.some((group) => group.rowId === rowId);
  return {
    added: wanted.filter((group) => !isAmong(present, group)),
    removed: present.filter((group) => group.source === source && !isAmong(wanted, group)),
  };
}
