import { sql, type RawBuilder } from 'kysely';
import { ownerIsEnabled } from '../../accounts/index.ts';

/** Rows of `access_grants` as `g` that give a user something. */
export const isGivenTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(g.user_id = ${userId}
  or g.group_id in (select m.group_id from group_members as m where m.user_id = ${userId}))`;

/** A grant `g` as `readGiven` reads it. */
const grantText = sql`g.row_id || ' ' || g.role || ' ' || g.item_id`;

/** From which role on members of the team drive of `item` make links, if it is not that of managers: the end of what `readGiven` reads. */
const linkRoleOf = (item: string) =>
  sql<string | null>`(select ';' || d.link_role from drives as d
    where d.owner_id = ${sql.ref(`${item}.owner_id`)} and d.link_role <> 'manager')`;

/**
 * What a user was given on the item and above it, for `readGiven`: null for its owner, whose request costs no look at grants, and
 * while the owner's account is disabled. `item` is the alias of a row of `items`.
 */
export const grantsAbove = (item: string, userId: number): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref(`${item}.${name}`);
  return sql<string | null>`case when ${column('owner_id')} = ${userId} then null
    when ${ownerIsEnabled(`${item}.owner_id`)} then (
      with recursive above(row_id, parent_id) as (
        select ${column('row_id')}, ${column('parent_id')}
        union all
        select f.row_id, f.parent_id from above join items as f on f.row_id = above.parent_id
      )
      select string_agg(${grantText}, ',') || coalesce(${linkRoleOf(item)}, '')
      from above cross join access_grants as g where g.item_id = above.row_id and ${isGivenTo(userId)}
    ) end`;
};

/**
 * What a user was given on the item itself, or on its parent if that is a root: the part of `grantsAbove` that an item of a path adds
 * to those above it. `parent` is the alias of the row of its folder. Null where `grantsAbove` is.
 */
export const grantsOn = (item: string, parent: string, userId: number): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref(`${item}.${name}`);
  return sql<string | null>`case when ${column('owner_id')} = ${userId} then null
    when ${ownerIsEnabled(`${item}.owner_id`)} then (
      select string_agg(${grantText}, ',') from access_grants as g
      where g.item_id in (
        ${column('row_id')}, case when ${sql.ref(`${parent}.parent_id`)} is null then ${sql.ref(`${parent}.row_id`)} end
      ) and ${isGivenTo(userId)}
    ) end`;
};

/** The end of `grantsAbove` at the topmost item of a path, where it is the same for all below. */
export const linkRoleAtTop = (item: string, parent: string): RawBuilder<string | null> =>
  sql<string | null>`case when ${sql.ref(`${parent}.parent_id`)} is null then ${linkRoleOf(item)} end`;

/** Whether a user owns the item or was given something on it or above it. */
export const isReachedBy = (item: string, userId: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${item}.owner_id`)} = ${userId} or ${grantsAbove(item, userId)} is not null)`;
