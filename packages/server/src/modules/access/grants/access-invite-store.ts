import { emailKey, type MemberRole } from '@drive/contract';
import { sql } from 'kysely';
import { type Dialect, isAmong, type Reader, rowIdList, type Tx } from '../../../platform/db/index.ts';
import { ownerIsEnabled } from '../../accounts/index.ts';

/** An open invitation to a role on an item. */
export interface AccessInviteRow {
  /** invites.id */
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Number of folders between the item that was asked for and that of the invitation; 0: the item itself. */
  readonly depth: number;
  /** items.row_id and items.id of the item of the invitation. */
  readonly onRowId: number;
  readonly onId: string;
  /** Who sent it; null if the account is gone. */
  readonly byId: string | null;
  readonly byName: string | null;
}

/** The invitations on an item (items.row_id) and above it, the nearest first, in the order in which they were sent. */
export async function listAccessInvites(
  reader: Reader,
  itemRowId: number,
  now: number,
  { onlyHere = false }: { readonly onlyHere?: boolean } = {},
): Promise<AccessInviteRow[]> {
  const { rows } = await sql<AccessInviteRow>`
    with recursive above(row_id, id, parent_id, depth) as (
      select f.row_id, f.id, f.parent_id, 0 from items as f where f.row_id = ${itemRowId}
      union all
      select f.row_id, f.id, f.parent_id, above.depth + 1
      from above join items as f on f.row_id = above.parent_id ${onlyHere ? sql`where false` : sql``}
    )
    select i.id, i.email, a.role, i.created_at as "createdAt", i.expires_at as "expiresAt", above.depth,
      above.row_id as "onRowId", above.id as "onId", giver.id as "byId", giver.name as "byName"
    from above join access_invites as a on a.item_id = above.row_id
      join invites as i on i.id = a.invite_id
      left join users as giver on giver.row_id = i.created_by and giver.deleted_at is null
    where i.expires_at > ${now} and i.used_at is null
    order by above.depth, i.created_at, i.id`.execute(reader);
  return rows;
}

/** invites.id of the invitations of an address to an item, ended or not. */
export async function findAccessInvites(reader: Reader, itemRowId: number, email: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('access_invites')
    .select('invite_id')
    .where('item_id', '=', itemRowId)
    .where('email_key', '=', emailKey(email))
    .execute();
  return rows.map((row) => row.invite_id);
}

/** The caller must have ended other invitations of the address to the item. */
export async function insertAccessInvite(
  tx: Tx,
  invite: { readonly inviteId: string; readonly itemRowId: number; readonly email: string; readonly role: MemberRole },
): Promise<void> {
  await tx
    .insertInto('access_invites')
    .values({
      invite_id: invite.inviteId,
      item_id: invite.itemRowId,
      email_key: emailKey(invite.email),
      role: invite.role,
    })
    .execute();
}

export interface InvitedRole {
  /** invites.id */
  readonly inviteId: string;
  readonly role: MemberRole;
  /** users.row_id of who sent it. */
  readonly createdBy: number;
  readonly itemRowId: number;
  readonly itemId: string;
  /** owners.row_id of the tree of the item. */
  readonly ownerId: number;
}

/** What the user of an address is invited to: as long as the invitation lasts, who sent it may sign in, and the item is not purged. */
export const listInvitedRoles = (reader: Reader, email: string, now: number): Promise<InvitedRole[]> =>
  reader
    .selectFrom('access_invites as a')
    .innerJoin('invites as i', 'i.id', 'a.invite_id')
    .innerJoin('items', 'items.row_id', 'a.item_id')
    .select(['a.invite_id as inviteId', 'a.role', 'i.created_by as createdBy'])
    .select(['items.row_id as itemRowId', 'items.id as itemId', 'items.owner_id as ownerId'])
    .where('a.email_key', '=', emailKey(email))
    .where('i.expires_at', '>', now)
    .where('items.state', 'in', ['alive', 'trashed'])
    .where(ownerIsEnabled('i.created_by'))
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute();

/** The item and the role of an invitation. */
export async function findInvitedItem(
  reader: Reader,
  inviteId: string,
): Promise<{ readonly itemId: string; readonly itemName: string; readonly driveName: string | null } | undefined> {
  return reader
    .selectFrom('access_invites as a')
    .innerJoin('items', 'items.row_id', 'a.item_id')
    .leftJoin('drives', 'drives.owner_id', 'items.owner_id')
    .select(['items.id as itemId', 'items.name as itemName', 'drives.name as driveName'])
    .where('a.invite_id', '=', inviteId)
    .where('items.state', '=', 'alive')
    .executeTakeFirst();
}

/** invites.id of the invitations to any number of items (items.row_id), ended or not. */
export async function listAccessInvitesAmong(
  reader: Reader,
  dialect: Dialect,
  itemRowIds: readonly number[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('access_invites')
    .select('invite_id')
    .where(isAmong(dialect, 'item_id', rowIdList(dialect, itemRowIds)))
    .execute();
  return rows.map((row) => row.invite_id);
}
