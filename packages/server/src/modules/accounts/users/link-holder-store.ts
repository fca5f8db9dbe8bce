import { sql } from 'kysely';
import type { Reader } from '../../../platform/db/index.ts';
import type { Plan } from './account.ts';
import { userIsAdmitted } from './enabled-owner-store.ts';

/** Whose a link is: a user, or a team drive. */
export interface LinkHolder {
  /** owners.row_id */
  readonly userId: number;
  /** That of the user, if set, or of the drive. */
  readonly name: string | null;
  /** null for a drive, which has none. */
  readonly plan: Plan | null;
}

/** undefined while the account is disabled or the drive deleted. */
export async function findLinkHolder(reader: Reader, ownerId: number): Promise<LinkHolder | undefined> {
  const row = await reader
    .selectFrom('users as u')
    .leftJoin('drives as d', 'd.owner_id', 'u.row_id')
    .select(['u.row_id as userId', 'u.name', 'u.plan', 'd.name as driveName'])
    .where('u.row_id', '=', ownerId)
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.is_system', '<>', 1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { userId, name, plan, driveName } = row;
  return driveName === null ? { userId, name, plan } : { userId, name: driveName, plan: null };
}

/** A link, by whose it is, who made it and what it is of. */
export interface MadeLink {
  /** owners.row_id */
  readonly ownerId: number;
  /** users.row_id; null: not known. */
  readonly createdBy: number | null;
  /** items.id of its item, or of its folder; null: it has several, or none. */
  readonly itemId: string | null;
}

const mostManagers = 20;

/**
 * users.row_id of those who are told what happens to a link: its owner; in a team drive its maker, if they can sign in and still
 * have a role on its item, or else the managers of the drive.
 */
export async function listResponsible(reader: Reader, { ownerId, createdBy, itemId }: MadeLink): Promise<number[]> {
  const owner = await reader.selectFrom('owners').select('kind').where('row_id', '=', ownerId).executeTakeFirst();
  if (owner?.kind !== 'drive') return [ownerId];
  if (createdBy !== null && (await hasRole(reader, createdBy, { ownerId, itemId }))) return [createdBy];
  return listManagers(reader, ownerId);
}

/** Whether a user can sign in and was given an item, or a folder above it; null: the root of the tree. */
async function hasRole(
  reader: Reader,
  userId: number,
  { ownerId, itemId }: Pick<MadeLink, 'ownerId' | 'itemId'>,
): Promise<boolean> {
  const given =
    itemId === null
      ? sql<boolean>`i.parent_id is null`
      : sql<boolean>`i.row_id in (with recursive above(row_id) as (
          select x.row_id from items as x where x.id = ${itemId}
          union all select p.parent_id from items as p join above on p.row_id = above.row_id
            where p.parent_id is not null)
        select row_id from above)`;
  const { rows } = await sql<{ row_id: number }>`
    select u.row_id from users as u where u.row_id = ${userId} and ${userIsAdmitted('u.row_id')} and exists (
      select 1 from access_grants as g cross join items as i
      where i.row_id = g.item_id and i.owner_id = ${ownerId} and ${given} and (g.user_id = ${userId}
        or g.group_id in (select m.group_id from group_members as m where m.user_id = ${userId})))`.execute(reader);
  return rows.length > 0;
}

/** Managers of a team drive who can sign in. */
async function listManagers(reader: Reader, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ row_id: number }>`
    select distinct u.row_id from items as root
      join access_grants as g on g.item_id = root.row_id and g.role = 'manager'
      left join group_members as m on m.group_id = g.group_id
      join users as u on u.row_id = coalesce(g.user_id, m.user_id)
    where root.owner_id = ${ownerId} and root.parent_id is null and ${userIsAdmitted('u.row_id')}
    order by u.row_id limit ${mostManagers}`.execute(reader);
  return rows.map((row) => row.row_id);
}
