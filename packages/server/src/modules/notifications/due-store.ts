import { sql, type RawBuilder } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';
import { stateFromAbove } from '../files/index.ts';

/** A link that ends soon, whose owner was not told yet. */
export interface EndingLink {
  readonly rowId: number;
  readonly about: string;
  /** owners.row_id */
  readonly ownerId: number;
  /** users.row_id of who made it; null: not known. */
  readonly createdBy: number | null;
  readonly itemId: string | null;
  readonly itemName: string | null;
  readonly linkName: string | null;
  readonly expiresAt: number;
}

/** The last link that was listed. */
export interface LastListed {
  readonly expiresAt: number;
  readonly rowId: number;
}

export const linkTables = ['shares', 'collections', 'proofings'] as const;

interface Soon {
  readonly table: (typeof linkTables)[number];
  readonly now: number;
  /** Links that end up to this time; those that were made for a shorter time are left out. */
  readonly until: number;
  /** Those after it. */
  readonly after: LastListed | undefined;
  readonly limit: number;
  /** Those of team drives, or those of users. */
  readonly ofDrives: boolean;
}

/** Who may have been told of a link `l`: its owner; of a team drive its maker, or a manager, by name or in a group. */
const tellsOf = (ofDrives: boolean): RawBuilder<boolean> =>
  ofDrives
    ? sql<boolean>`(n.user_id = l.created_by or n.user_id in (
        select coalesce(g.user_id, m.user_id) from access_grants as g join items as r on r.row_id = g.item_id
          left join group_members as m on m.group_id = g.group_id
        where r.owner_id = l.owner_id and r.parent_id is null))`
    : sql<boolean>`n.user_id = l.owner_id`;

/** Rows of `l` that end soon, of owners who can sign in, or of team drives. */
const endsSoon = (kind: string, { now, until, after, ofDrives }: Soon): RawBuilder<boolean> => sql<boolean>`
  l.expires_at > ${now} and l.expires_at <= ${until} and l.expires_at - l.created_at > ${until - now}
  and ${after === undefined ? sql`true` : sql`(l.expires_at, l.row_id) > (${after.expiresAt}, ${after.rowId})`}
  and exists (select 1 from users as u where u.row_id = l.owner_id and u.disabled_at is null
    and u.is_system = ${sql.lit(ofDrives ? 2 : 0)})
  and not exists (select 1 from notifications as n
    where ${tellsOf(ofDrives)} and n.about = cast(${kind} as text) || ' ' || l.row_id || ' ' || l.expires_at)`;

const columns = (kind: string, linkName: RawBuilder<string | null>): RawBuilder<unknown> => sql`
  l.row_id as "rowId", cast(${kind} as text) || ' ' || l.row_id || ' ' || l.expires_at as about, l.owner_id as "ownerId",
  l.created_by as "createdBy", i.id as "itemId",
  i.name as "itemName", ${linkName} as "linkName", l.expires_at as "expiresAt"`;

const order = sql`order by l.expires_at, l.row_id`;

/** Links of a kind, in the order in which they end. */
export async function listEndingLinks(reader: Reader, soon: Soon): Promise<readonly EndingLink[]> {
  const { table, limit } = soon;
  // Links of an item that is in the trash, or has moved to another owner, are closed.
  const itemId = table === 'shares' ? sql`coalesce(l.item_id, l.further_item_id)` : sql`l.folder_id`;
  const from = sql`${sql.table(table)} as l left join items as i on i.id = ${itemId} and i.owner_id = l.owner_id`;
  const isOfNoneOrAlive = sql`(${itemId} is null or i.state = 'alive' and ${stateFromAbove('i.parent_id')} = 'alive')`;
  const statement =
    table === 'shares'
      ? sql<EndingLink>`
          select ${columns('share', sql<null>`null`)} from ${from}
          where l.revoked_at is null and l.mode <> 'PRIVATE' and ${isOfNoneOrAlive}
            and ${endsSoon('share', soon)} ${order} limit ${limit}`
      : sql<EndingLink>`
          select ${columns(table, sql<string>`l.name`)} from ${from}
          where l.deleted_at is null and ${isOfNoneOrAlive} and ${endsSoon(table, soon)} ${order} limit ${limit}`;
  return (await statement.execute(reader)).rows;
}

export interface NearlyFull {
  /** owners.row_id */
  readonly ownerId: number;
  /** Root folder (items.id) and name of a team drive; null: it is a user. */
  readonly rootId: string | null;
  readonly driveName: string | null;
  readonly usedBytes: number;
  readonly quotaBytes: number;
}

/** Users and team drives that use nine tenths of their quota, or more. `plans`: quotas of users by plan; null: none. */
export async function listNearlyFull(
  reader: Reader,
  plans: Readonly<Record<'free' | 'paid', number | null>>,
): Promise<readonly NearlyFull[]> {
  const { rows } = await sql<NearlyFull>`
    select * from (
      select o.row_id as "ownerId", root.id as "rootId", d.name as "driveName",
        s.stored_bytes + s.reserved_bytes as "usedBytes",
        case when d.owner_id is not null then o.quota_bytes else coalesce(o.quota_bytes,
          case u.plan when 'free' then cast(${plans.free} as bigint) else cast(${plans.paid} as bigint) end)
          end as "quotaBytes"
      from storage_usage as s join owners as o on o.row_id = s.owner_id join users as u on u.row_id = s.owner_id
        left join drives as d on d.owner_id = o.row_id
        left join items as root on root.owner_id = d.owner_id and root.parent_id is null
      where u.disabled_at is null and u.is_system <> 1
    ) as used where "quotaBytes" > 0 and "usedBytes" * 10 >= "quotaBytes" * 9`.execute(reader);
  return rows;
}
