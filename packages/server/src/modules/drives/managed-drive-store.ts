import type { MemberRole } from '@drive/contract';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';
import { isGivenTo } from '../access/index.ts';
import { userIsAdmitted } from '../accounts/index.ts';

/** A team drive that a user manages. */
export interface ManagedDriveRow {
  /** owners.row_id */
  readonly ownerId: number;
  readonly id: string;
  readonly name: string;
  /** items.row_id and items.id of its root folder. */
  readonly rootRowId: number;
  readonly rootId: string;
  readonly memberCount: number;
}

/** `grant`, which is given to `user`, directly or in a group. */
const givenToUser = sql`(g.user_id = u.row_id
  or g.group_id in (select m.group_id from group_members as m where m.user_id = u.row_id))`;

/** Drives that a user manages, directly or in a group, by name. `alone`: only those without another manager who can sign in. */
export async function listManagedBy(
  reader: Reader,
  userId: number,
  { alone }: { readonly alone: boolean },
): Promise<ManagedDriveRow[]> {
  const withoutOther = sql`and not exists (
    select 1 from access_grants as g
      left join group_members as m on m.group_id = g.group_id
      join users as u on u.row_id = coalesce(g.user_id, m.user_id)
    where g.item_id = root.row_id and g.role = 'manager' and u.row_id <> ${userId} and ${userIsAdmitted('u.row_id')})`;
  const { rows } = await sql<ManagedDriveRow>`
    select d.owner_id as "ownerId", o.id, d.name, root.row_id as "rootRowId", root.id as "rootId",
      (select count(*) from access_grants as c left join users as member on member.row_id = c.user_id
        where c.item_id = root.row_id and member.deleted_at is null) as "memberCount"
    from drives as d
      join owners as o on o.row_id = d.owner_id
      join items as root on root.owner_id = d.owner_id and root.parent_id is null
    where d.deleted_at is null and root.row_id in (
        select g.item_id from access_grants as g where g.role = 'manager' and ${isGivenTo(userId)})
      ${alone ? withoutOther : sql``}
    order by d.name_key`.execute(reader);
  return rows;
}

export interface DriveMemberRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: MemberRole;
}

export interface OtherMembersOf {
  readonly rootRowId: number;
  readonly userId: number;
  readonly limit: number;
  /** users.id of the only member to list. Default: all. */
  readonly onlyId?: string;
  /** Leaves out those who are members only as members of a group. */
  readonly directOnly?: boolean;
}

/** Other users who can sign in and have a role on the root of a drive, directly or in a group, by name. */
export async function listOtherMembers(
  reader: Reader,
  { rootRowId, userId, limit, onlyId, directOnly = false }: OtherMembersOf,
): Promise<DriveMemberRow[]> {
  const { rows } = await sql<DriveMemberRow>`
    select u.id, u.name, u.email, (select g.role from access_grants as g
        where g.item_id = ${rootRowId} and ${givenToUser}
        order by case g.role when 'manager' then 0 when 'editor' then 1 when 'contributor' then 2 else 3 end limit 1) as role
    from users as u
    where u.row_id <> ${userId} and ${userIsAdmitted('u.row_id')} ${onlyId === undefined ? sql`` : sql`and u.id = ${onlyId}`} and (
      u.row_id in (select g.user_id from access_grants as g where g.item_id = ${rootRowId})
      ${
        directOnly
          ? sql``
          : sql`or u.row_id in (select m.user_id from access_grants as g join group_members as m on m.group_id = g.group_id
        where g.item_id = ${rootRowId})`
      })
    order by u.name_key, u.row_id limit ${limit}`.execute(reader);
  return rows;
}
