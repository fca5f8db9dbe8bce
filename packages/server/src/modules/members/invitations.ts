import { isoTime } from '@drive/base';
import { limits, type AccessInvitation, type MemberRole, type SentAccessInvitation } from '@drive/contract';
import { currentOrigin, mayDo, type Viewer } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { MailPermit, Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { accessInvites, grants, type AccessInviteRow, publishAccess } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { AccessTarget, Files } from '../files/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { InvitationMail } from './invitation-mails.ts';
import { isHigher } from './role-order.ts';

export type InvitationsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly mails: Pick<Mails, 'delivery'>;
  readonly notifications: Pick<Notifications, 'add'>;
  readonly invitationMail: InvitationMail;
};

/** Somebody who is invited. */
export interface Invited {
  readonly email: string;
  readonly role: MemberRole;
}

/** Per statement. */
const idsAtOnce = 500;

/** Roles for people who have no account yet, or accept the role first. They are given when the account exists. */
export class Invitations {
  readonly #deps: InvitationsDeps;

  constructor(deps: InvitationsDeps) {
    this.#deps = deps;
  }

  /** Open ones on the item and above it, the nearest first. */
  list(reader: Reader, item: Pick<AccessTarget, 'rowId'>): Promise<AccessInviteRow[]> {
    return accessInvites.listAccessInvites(reader, item.rowId, this.#deps.clock.now());
  }

  async count(reader: Reader, { rowId }: Pick<AccessTarget, 'rowId'>): Promise<number> {
    const here = await accessInvites.listAccessInvites(reader, rowId, this.#deps.clock.now(), { onlyHere: true });
    return here.length;
  }

  /** Sends an invitation in place of an earlier one of the address to the item. Call with the tree locked. */
  async send(
    tx: Tx,
    permit: MailPermit,
    viewer: Viewer & { readonly isAdmin: boolean },
    item: AccessTarget,
    { email, role, message }: Invited & { readonly message: string | null },
  ): Promise<SentAccessInvitation> {
    const { accounts, audit, events, clock, invitationMail, mails } = this.#deps;
    await this.forget(tx, item, email);
    const { userId } = viewer;
    const added = await accounts.invites.add(tx, { email, createdBy: userId, days: limits.accessInvitationDays });
    const { id, url, sealed } = added;
    await accessInvites.insertAccessInvite(tx, { inviteId: id, itemRowId: item.rowId, email, role });
    await invitationMail.enqueue(tx, permit, { to: email, inviteId: id, sealed, byUserId: userId, message });
    await audit.record(tx, {
      action: 'access.invited',
      actor: viewer,
      target: { kind: 'file', id: item.id },
      details: { role },
    });
    events.publish(tx, {
      type: 'access.invited',
      userId: item.ownerId,
      data: {
        item_id: item.id,
        item_name: item.name,
        email,
        role,
        origin: currentOrigin(),
        occurred_at: isoTime(clock.now()),
      },
      item: { id: item.id },
    });
    const sent = (await this.list(tx, item)).find((row) => row.id === id);
    if (sent === undefined) throw new Error('the invitation was not added');
    return { ...toInvitation(sent), url: viewer.isAdmin ? url : null, mailDelivery: mails.delivery };
  }

  /** False if there is no such invitation on the item itself. Call with the tree locked. */
  async revoke(tx: Tx, viewer: Viewer, item: AccessTarget, id: string): Promise<boolean> {
    const { accounts, audit, clock } = this.#deps;
    const here = await accessInvites.listAccessInvites(tx, item.rowId, clock.now(), { onlyHere: true });
    const found = here.find((row) => row.id === id);
    if (found === undefined) return false;
    await accounts.invites.end(tx, [id]);
    await audit.record(tx, {
      action: 'access.invitation_revoked',
      actor: viewer,
      target: { kind: 'file', id: item.id },
      details: { role: found.role },
    });
    return true;
  }

  /** Ends the invitations of an address to an item: something else takes their place. */
  async forget(tx: Tx, { rowId }: Pick<AccessTarget, 'rowId'>, email: string): Promise<void> {
    await this.#deps.accounts.invites.end(tx, await accessInvites.findAccessInvites(tx, rowId, email));
  }

  /** Ends the invitations to items (items.row_id) that are about to be purged, or to get another owner, with their links. */
  async endAmong(tx: Tx, itemRowIds: readonly number[]): Promise<void> {
    const { accounts, database } = this.#deps;
    const ids = await accessInvites.listAccessInvitesAmong(tx, database.dialect, itemRowIds);
    for (let from = 0; from < ids.length; from += idsAtOnce)
      await accounts.invites.end(tx, ids.slice(from, from + idsAtOnce));
  }

  /** Gives a user what the address was invited to. Runs in the transaction in which the account is added, or accepts. */
  async accept(tx: Tx, { userId, email }: { readonly userId: number; readonly email: string }): Promise<void> {
    const { files, accounts, clock } = this.#deps;
    const list = () => accessInvites.listInvitedRoles(tx, email, clock.now());
    const owners = new Set((await list()).map(({ ownerId }) => ownerId));
    if (owners.size === 0) return;
    for (const ownerId of [...owners].toSorted((a, b) => a - b)) await files.lockTree(tx, ownerId);
    // What was moved or revoked before the locks is gone from the second list.
    const invited = (await list()).filter(({ ownerId }) => owners.has(ownerId));
    for (const one of invited) await this.#give(tx, userId, one);
    await accounts.invites.end(
      tx,
      invited.map(({ inviteId }) => inviteId),
    );
  }

  async #give(tx: Tx, userId: number, invited: accessInvites.InvitedRole): Promise<void> {
    const { random, clock, audit, notifications, files } = this.#deps;
    const { role, itemRowId, itemId, ownerId, createdBy } = invited;
    const isOwn: boolean = mayDo(userId, { ownerId }, 'give');
    const here = await grants.listGrants(tx, itemRowId, { onlyHere: true });
    const earlier = here.find((row) => row.userId === userId);
    if (isOwn || (earlier !== undefined && !isHigher(role, earlier.role))) return;
    const grant = { id: random.uuid(), itemRowId, to: { userId }, role, createdBy, createdAt: clock.now() };
    const rowId = await grants.putGrant(tx, grant);
    await audit.record(tx, {
      action: 'access.given',
      actor: { userId: createdBy },
      userId,
      target: { kind: 'file', id: itemId },
      details: { role, to: 'user' },
    });
    // Nobody finds what is in the trash, in a deleted drive or of a disabled owner: the user is told nothing of it.
    const item = await files.findAccessTarget(tx, userId, itemId);
    const row = (await grants.listGrants(tx, itemRowId, { onlyHere: true })).find((each) => each.rowId === rowId);
    if (!mayDo(userId, item, 'read') || row === undefined) return;
    publishAccess(this.#deps, tx, 'given', item, row);
    const { id, name } = item;
    await notifications.add(tx, { userId, type: 'access_given', item: { id, name }, details: { role } });
  }
}

export const toInvitation = (row: AccessInviteRow): AccessInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  inheritedFrom: row.depth === 0 ? null : row.onId,
  createdAt: isoTime(row.createdAt),
  expiresAt: isoTime(row.expiresAt),
  createdBy: row.byId === null ? null : { id: row.byId, name: row.byName },
});
