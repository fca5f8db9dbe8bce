import type { MemberRole } from '@drive/contract';
import { sql } from 'kysely';
import { type Dialect, isAmong, type Reader, rowIdList, type Tx } from '../../../platform/db/index.ts';

/** A role on an item, with whom it was given. */
export interface GrantRow {
  readonly rowId: number;
  readonly id: string;
  readonly role: MemberRole;
  readonly createdAt: number;
  /** Number of folders between the item that was asked for and that on which it was given; 0: on the item itself. */
  readonly depth: number;
  /** items.row_id and items.id of the item on which it was given, and owners.row_id of its owner. */
  readonly onRowId: number;
  readonly onId: string;
  readonly onName: string;
  readonly onOwnerId: number;
  /** users.row_id; null for a group. */
  readonly userId: number | null;
  readonly principalId: string;
  readonly principalName: string | null;
  readonly principalEmail: string | null;
  /** Who gave it; null if that is not known. */
  readonly byId: string | null;
  readonly byName: string | null;
}

/**
 * What was given on an item (items.row_id) and above it, the nearest first, in the order in which it was given. Leaves out deleted
 * accounts. `userId`: only what gives this user something.
 */
export async function listGrants(
  reader: Reader,
  itemRowId: number,
  { userId, onlyHere = false }: { readonly userId?: number; readonly onlyHere?: boolean } = {},
): Promise<GrantRow[]> {
  const isOwn = sql`and (g.user_id = ${userId ?? 0}
    or g.group_id in (select m.group_id from group_members as m where m.user_id = ${userId ?? 0}))`;
  const { rows } = await sql<GrantRow>`
    with recursive above(row_id, id, name, owner_id, parent_id, depth) as (
      select f.row_id, f.id, f.name, f.owner_id, f.parent_id, 0 from items as f where f.row_id = ${itemRowId}
      union all
      select f.row_id, f.id, f.name, f.owner_id, f.parent_id, above.depth + 1
      from above join items as f on f.row_id = above.parent_id ${onlyHere ? sql`where false` : sql``}
    ) ${grantsOnAbove} ${userId === undefined ? sql`` : isOwn}
    order by above.depth, g.row_id`.execute(reader);
  return rows;
}

/** Roles that were given on any number of items (items.row_id) themselves, in the order of `listGrants`. */
export async function listGrantsAmong(
  reader: Reader,
  dialect: Dialect,
  itemRowIds: readonly number[],
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    with above(row_id, id, name, owner_id, depth) as (
      select f.row_id, f.id, f.name, f.owner_id, 0 from items as f
      where ${isAmong(dialect, 'f.row_id', rowIdList(dialect, itemRowIds))}
    ) ${grantsOnAbove}
    order by g.row_id`.execute(reader);
  return rows;
}

const grantsOnAbove = sql`
  select g.row_id as "rowId", g.id, g.role, g.created_at as "createdAt", above.depth, above.row_id as "onRowId",
    above.id as "onId", above.name as "onName", above.owner_id as "onOwnerId", g.user_id as "userId", coalesce(u.id, gr.id) as "principalId",
    coalesce(u.name, gr.name) as "principalName", u.email as "principalEmail", giver.id as "byId", giver.name as "byName"
  from above join access_grants as g on g.item_id = above.row_id
    left join users as u on u.row_id = g.user_id
    left join user_groups as gr on gr.row_id = g.group_id
    left join users as giver on giver.row_id = g.created_by and giver.deleted_at is null
  where (g.user_id is null or u.deleted_at is null)`;

/** A user or a group by its row id. */
export type GrantTo = { readonly userId: number } | { readonly groupId: number };

/** Gives a role on an item, or changes the one that the user or the group has on it. Returns access_grants.row_id. */
export async function putGrant(
  tx: Tx,
  grant: {
    readonly id: string;
    readonly itemRowId: number;
    readonly to: GrantTo;
    readonly role: MemberRole;
    readonly createdBy: number | null;
    readonly createdAt: number;
  },
): Promise<number> {
  const { to } = grant;
  const row = await tx
    .insertInto('access_grants')
    .values({
      id: grant.id,
      item_id: grant.itemRowId,
      user_id: 'userId' in to ? to.userId : null,
      group_id: 'groupId' in to ? to.groupId : null,
      role: grant.role,
      created_by: grant.createdBy,
      created_at: grant.createdAt,
    })
    .onConflict((conflict) =>
      ('userId' in to
        ? conflict.columns(['user_id', 'item_id']).where('user_id', 'is not', null)
        : conflict.columns(['group_id', 'item_id']).where('group_id', 'is not', null)
      ).doUpdateSet({ role: grant.role }),
    )
    .returning('row_id')
    .executeTakeFirstOrThrow();
  return row.row_id;
}

export async function setRole(tx: Tx, rowId: number, role: MemberRole): Promise<void> {
  await tx.updateTable('access_grants').set({ role }).where('row_id', '=', rowId).execute();
}

export async function deleteGrant(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('access_grants').where('row_id', '=', rowId).execute();
}

/** For any number of items (items.row_id). */
export async function deleteGrantsAmong(tx: Tx, dialect: Dialect, itemRowIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('access_grants')
    .where(isAmong(dialect, 'item_id', rowIdList(dialect, itemRowIds)))
    .execute();
}

/** What a deleted account was given. */
export async function deleteGrantsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('access_grants').where('user_id', '=', userId).execute();
}

export async function countGrants(reader: Reader, itemRowId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('access_grants')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('item_id', '=', itemRowId)
    .executeTakeFirstOrThrow();
  return count;
}

/** items.row_id of what was given to a user or to a group of theirs, the newest first. */
export async function listGivenItems(reader: Reader, userId: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('access_grants as g')
    .select('g.item_id')
    .where(
      sql<boolean>`(g.user_id = ${userId}
        or g.group_id in (select m.group_id from group_members as m where m.user_id = ${userId}))`,
    )
    .groupBy('g.item_id')
    .orderBy((of) => of.fn.max('g.row_id'), 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.item_id);
}

/** row_id of a group by its id. */
export async function findGroupRow(
  reader: Reader,
  id: string,
): Promise<{ readonly rowId: number; readonly name: string } | undefined> {
  return reader.selectFrom('user_groups').select(['row_id as rowId', 'name']).where('id', '=', id).executeTakeFirst();
}

/** users.row_id of members of a group who can sign in. */
export async function listGroupUsers(reader: Reader, groupId: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('group_members')
    .innerJoin('users', 'users.row_id', 'group_members.user_id')
    .select('users.row_id')
    .where('group_members.group_id', '=', groupId)
    .where('users.disabled_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .orderBy('users.row_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.row_id);
}

export interface DirectoryRow {
  readonly type: 'user' | 'group';
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** Users who can sign in and for whom somebody has vouched, and groups, whose folded name, or email address, contains the text. */
export async function searchPrincipals(
  reader: Reader,
  { nameKey, emailKey, limit }: { readonly nameKey: string; readonly emailKey: string; readonly limit: number },
): Promise<DirectoryRow[]> {
  const containing = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
  const users = await reader
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`(is_system = 0 and disabled_at is null and suspended_at is null and deleted_at is null)`)
    .where('vouched_at', 'is not', null)
    .where(
      sql<boolean>`(name_key like ${containing(nameKey)} escape '!' or email_key like ${containing(emailKey)} escape '!')`,
    )
    .orderBy('name_key')
    .orderBy('row_id')
    .limit(limit)
    .execute();
  const groups = await reader
    .selectFrom('user_groups')
    .select(['id', 'name'])
    .where(sql<boolean>`name_key like ${containing(nameKey)} escape '!'`)
    .orderBy('name_key')
    .limit(limit)
    .execute();
  return [
    ...groups.map(({ id, name }) => ({ type: 'group' as const, id, name, email: null })),
    ...users.map(({ id, name, email }) => ({ type: 'user' as const, id, name, email })),
  ].slice(0, limit);
}

/** Whether a user who is neither disabled nor suspended is a manager by a grant on this item, directly or in a group. */
export async function hasManager(reader: Reader, itemRowId: number): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found from access_grants as g
    where g.item_id = ${itemRowId} and g.role = 'manager' and exists (
      select 1 from users as u
      where u.disabled_at is null and u.suspended_at is null and (u.row_id = g.user_id
        or u.row_id in (select m.user_id from group_members as m where m.group_id = g.group_id)))
    limit 1`.execute(reader);
  return rows.length > 0;
}
