import { isoTime } from '@drive/base';
import {
  limits,
  type AccessGrant,
  type AccessList,
  type GivenAccessList,
  type MemberRole,
  type NewAccess,
  type SentAccessInvitation,
} from '@drive/contract';
import { currentActor, mayDo, requireMay, shownRole, type Viewer } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { MailPermit, Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants, type GrantRow, publishAccess } from '../access/index.ts';
import type { Account, Accounts } from '../accounts/index.ts';
import { fileNotFound, type AccessTarget, type Files } from '../files/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { AccessMail } from './access-mails.ts';
import { canSignIn, type Directory } from './directory.ts';
import { toInvitation, type Invitations, type Invited } from './invitations.ts';
import { isHigher } from './role-order.ts';

export type ItemAccessDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly mails: Mails;
  readonly notifications: Pick<Notifications, 'add'>;
  readonly directory: Directory;
  readonly mail: AccessMail;
  readonly invitations: Invitations;
};

/** Somebody to whom a role is given. */
interface Recipient {
  readonly to: grants.GrantTo;
  readonly role: MemberRole;
  /** Of a user. */
  readonly email: string | null;
  /** Whether the user gets an email at once. */
  readonly wantsMail: boolean;
}

/** Who has access to an item, and the changes of it. Every change locks the tree, as every change of an item does. */
export class ItemAccess {
  readonly #deps: ItemAccessDeps;

  constructor(deps: ItemAccessDeps) {
    this.#deps = deps;
  }

  /** Who may give roles sees all that were given from the topmost folder that they reach down; others see their own. */
  async list(viewer: Viewer, id: string): Promise<AccessList> {
    const { reader } = this.#deps.database;
    const item = await this.#requireItem(reader, viewer, id, 'read');
    const givesRoles: boolean = mayDo(viewer, item, 'give');
    const rows = await grants.listGrants(reader, item.rowId, givesRoles ? {} : { userId: viewer.userId });
    const effectiveRole = shownRole(viewer, item);
    if (effectiveRole === null) throw fileNotFound();
    const invited = givesRoles ? await this.#deps.invitations.list(reader, item) : [];
    const invitations = reachedBy(item, rows, invited).map(toInvitation);
    return { access: reachedBy(item, rows, rows).map(toGrant), invitations, effectiveRole };
  }

  /** Gives all roles or none. `remember` runs in the same transaction. */
  async give(
    viewer: Viewer & { readonly isAdmin: boolean },
    id: string,
    { grants: wanted, notify = true, message }: NewAccess,
    remember: (tx: Tx, answer: GivenAccessList) => Promise<void>,
  ): Promise<GivenAccessList> {
    const { database, files, mails, mail } = this.#deps;
    // Before anything is looked up, so that nobody asks for addresses by giving roles on nothing.
    await this.#requireItem(database.reader, viewer, id, 'give');
    const { recipients, invited } = await this.#recipientsOf(viewer, wanted);
    const told = notify ? recipients.flatMap(({ email, wantsMail }) => (wantsMail ? (email ?? []) : [])) : [];
    const emails = [...told, ...invited.map(({ email }) => email)];
    const write = (permit?: MailPermit): Promise<GivenAccessList> =>
      files.changeTrees(viewer.userId, async (tx) => {
        const item = await this.#requireToGive(tx, viewer, id);
        const written = await this.#put(tx, viewer, item, recipients);
        const invitations = await this.#invite(tx, viewer, item, { invited, message: message ?? null, permit });
        await this.#requireRoom(tx, item);
        await this.#requireManager(tx, item);
        if (notify) for (const { to, role } of recipients) await this.#notify(tx, item, to, role);
        if (permit !== undefined)
          for (const to of told)
            await mail.enqueue(tx, permit, { to, itemId: id, byUserId: viewer.userId, message: message ?? null });
        const answer = { access: written.map(toGrant), invitations };
        await remember(tx, { ...answer, invitations: invitations.map((sent) => ({ ...sent, url: null })) });
        return answer;
      });
    if (emails.length === 0) return write();
    return mails.count(viewer.userId, emails, write);
  }

  /** Makes another user a manager of an item, as part of a transaction with its tree locked. The user is notified. */
  async makeManager(tx: Tx, viewer: Viewer, id: string, user: Account): Promise<void> {
    const item = await this.#requireToGive(tx, viewer, id);
    const to = { userId: user.userId };
    await this.#put(tx, viewer, item, [{ to, role: 'manager', email: user.email, wantsMail: false }]);
    await this.#notify(tx, item, to, 'manager');
  }

  change(viewer: Viewer, id: string, accessId: string, role: MemberRole): Promise<AccessGrant> {
    const { files, audit } = this.#deps;
    return files.changeTrees(viewer.userId, async (tx) => {
      const item = await this.#requireToGive(tx, viewer, id);
      const grant = await this.#requireGrant(tx, item, accessId);
      if (grant.userId !== null && grant.userId === viewer.userId && isHigher(role, grant.role)) throw notYourself();
      await grants.setRole(tx, grant.rowId, role);
      await this.#requireManager(tx, item);
      await audit.record(tx, { action: 'access.changed', actor: viewer, ...aboutGrant(id, { ...grant, role }) });
      publishAccess(this.#deps, tx, 'changed', item, { ...grant, role });
      return toGrant({ ...grant, role });
    });
  }

  async #put(
    tx: Tx,
    viewer: Viewer,
    item: AccessTarget,
    recipients: readonly Recipient[],
  ): Promise<readonly GrantRow[]> {
    const { clock, random, audit, invitations } = this.#deps;
    const given: number[] = [];
    for (const { to, role, email } of recipients) {
      requireOther(viewer, item, to);
      const grant = { id: random.uuid(), itemRowId: item.rowId, to, role };
      given.push(await grants.putGrant(tx, { ...grant, createdBy: viewer.userId, createdAt: clock.now() }));
      if (email !== null) await invitations.forget(tx, item, email);
      await audit.record(tx, {
        action: 'access.given',
        actor: viewer,
        ...('userId' in to ? { userId: to.userId } : {}),
        target: { kind: 'file', id: item.id },
        details: { role, to: 'userId' in to ? 'user' : 'group' },
      });
    }
    const rows = await grants.listGrants(tx, item.rowId, { onlyHere: true });
    const byRowId = new Map(rows.map((row) => [row.rowId, row]));
    const written = given.flatMap((rowId) => byRowId.get(rowId) ?? []);
    for (const row of written) publishAccess(this.#deps, tx, 'given', item, row);
    return written;
  }

  async #invite(
    tx: Tx,
    viewer: Viewer & { readonly isAdmin: boolean },
    item: AccessTarget,
    {
      invited,
      message,
      permit,
    }: {
      readonly invited: readonly Invited[];
      readonly message: string | null;
      readonly permit: MailPermit | undefined;
    },
  ): Promise<SentAccessInvitation[]> {
    const sent: SentAccessInvitation[] = [];
    if (permit === undefined) return sent;
    for (const one of invited)
      sent.push(await this.#deps.invitations.send(tx, permit, viewer, item, { ...one, message }));
    return sent;
  }

  /** Everybody may give up what they were given themselves. */
  revoke(viewer: Viewer, id: string, accessId: string): Promise<void> {
    const { files, audit, invitations } = this.#deps;
    return files.changeTrees(viewer.userId, async (tx) => {
      const item = await this.#requireItem(tx, viewer, id, 'read');
      files.requireLocked(tx, item.ownerId);
      const gives: boolean = mayDo(viewer, item, 'give');
      if (gives && (await invitations.revoke(tx, viewer, item, accessId))) return;
      const grant = await this.#requireGrant(tx, item, accessId, gives ? undefined : viewer);
      if (grant.userId !== viewer.userId) requireMay(viewer, item, 'give', fileNotFound);
      await grants.deleteGrant(tx, grant.rowId);
      await this.#requireManager(tx, item);
      await audit.record(tx, { action: 'access.revoked', actor: viewer, ...aboutGrant(id, grant) });
      publishAccess(this.#deps, tx, 'revoked', item, grant);
    });
  }

  /**
   * Takes away what was given on items (items.row_id) that are about to be purged, or to get another owner: the former one has given
   * it.
   */
  async endAmong(tx: Tx, rowIds: readonly number[]): Promise<void> {
    const { database, audit } = this.#deps;
    const userId = currentActor();
    const actor = userId === null ? 'server' : { userId };
    for (const grant of await grants.listGrantsAmong(tx, database.dialect, rowIds)) {
      const { onId: id, onName: name, onOwnerId: ownerId } = grant;
      await audit.record(tx, { action: 'access.revoked', actor, ...aboutGrant(id, grant) });
      publishAccess(this.#deps, tx, 'revoked', { id, name, ownerId }, grant);
    }
    await grants.deleteGrantsAmong(tx, database.dialect, rowIds);
  }

  async #notify(tx: Tx, { id, name }: AccessTarget, to: grants.GrantTo, role: MemberRole): Promise<void> {
    const { notifications } = this.#deps;
    const userIds = 'userId' in to ? [to.userId] : await grants.listGroupUsers(tx, to.groupId, limits.accessGrants);
    for (const userId of userIds)
      await notifications.add(tx, { userId, type: 'access_given', item: { id, name }, details: { role } });
  }

  async #requireItem(reader: Reader, viewer: Viewer, id: string, action: 'read' | 'give'): Promise<AccessTarget> {
    const item = await this.#deps.files.findAccessTarget(reader, viewer.userId, id);
    requireMay(viewer.userId, item, action, fileNotFound);
    return item;
  }

  async #requireToGive(tx: Tx, viewer: Viewer, id: string): Promise<AccessTarget> {
    const item = await this.#requireItem(tx, viewer, id, 'give');
    this.#deps.files.requireLocked(tx, item.ownerId);
    return item;
  }

  /** A grant on the item itself. `own`: only one of this user is found. Throws `access_not_found`. */
  async #requireGrant(tx: Tx, { rowId }: AccessTarget, accessId: string, own?: Viewer): Promise<GrantRow> {
    const rows = await grants.listGrants(tx, rowId, { onlyHere: true });
    const found = rows.find((row) => row.id === accessId && (own === undefined || row.userId === own.userId));
    if (found === undefined) throw new DomainError('access_not_found', 'There is no such role on this item.');
    return found;
  }

  async #requireRoom(tx: Tx, item: AccessTarget): Promise<void> {
    const count = (await grants.countGrants(tx, item.rowId)) + (await this.#deps.invitations.count(tx, item));
    if (count > limits.accessGrants) throw tooMany();
  }

  /** A team drive has a manager who can sign in, at any time. */
  async #requireManager(tx: Tx, { isRoot, rowId }: AccessTarget): Promise<void> {
    if (!isRoot || (await grants.hasManager(tx, rowId))) return;
    throw new DomainError('last_manager', 'This is the last manager. Make somebody else a manager first.');
  }

  async #recipientsOf(
    viewer: Viewer & { readonly isAdmin: boolean },
    wanted: NewAccess['grants'],
  ): Promise<{ readonly recipients: readonly Recipient[]; readonly invited: readonly Invited[] }> {
    const { accounts, database, directory } = this.#deps;
    const { reader } = database;
    const found: Recipient[] = [];
    const invited: Invited[] = [];
    for (const { userId, groupId, email, role } of wanted) {
      if (groupId !== undefined) {
        const group = await grants.findGroupRow(reader, groupId);
        if (group === undefined) throw new DomainError('group_not_found', 'There is no such group.');
        found.push({ to: { groupId: group.rowId }, role, email: null, wantsMail: false });
        continue;
      }
      if (email !== undefined && !(await directory.admitsLookup(viewer))) {
        invited.push({ email, role });
        continue;
      }
      const user =
        email === undefined
          ? await accounts.findUserById(reader, userId ?? '')
          : await accounts.findUserByEmail(reader, email);
      if (email !== undefined && user?.userId !== viewer.userId && directory.mayInvite(viewer, user)) {
        invited.push({ email, role });
        continue;
      }
      if (user === undefined || !canSignIn(user)) throw userNotFound(viewer, email);
      const wantsMail = user.notificationMail === 'now';
      found.push({ to: { userId: user.userId }, role, email: user.email, wantsMail });
    }
    if (invited.length > 0) await directory.countInvitations(viewer, invited.length);
    return { recipients: found, invited };
  }
}

/** Neither the owner of the tree nor the caller gets a role. */
function requireOther(viewer: Viewer, item: AccessTarget, to: grants.GrantTo): void {
  if (!('userId' in to)) return;
  if (to.userId === viewer.userId) throw notYourself();
  if (!mayDo(to.userId, { ownerId: item.ownerId }, 'give')) return;
  const message = 'must not name the owner, who may do everything';
  throw new DomainError('validation_failed', `grants ${message}`, {
    issues: [{ field: 'grants', message, code: 'invalid' }],
  });
}

function userNotFound({ isAdmin }: { readonly isAdmin: boolean }, email: string | undefined): DomainError {
  const message =
    email === undefined
      ? 'There is no such account.'
      : isAdmin
        ? 'There is no account with this address that is enabled, and nobody can register on this server. Create or enable it first.'
        : 'There is no such account. Ask an administrator to invite its user, or to set DRIVE_MEMBERS_INVITE=on.';
  return new DomainError('user_not_found', message);
}

const notYourself = (): DomainError =>
  new DomainError('access_denied', 'You cannot give a role to yourself. Ask the owner or another manager.');

function tooMany(): DomainError {
  const message = `must be at most ${limits.accessGrants} on one item; use groups`;
  return new DomainError('validation_failed', `grants ${message}`, {
    issues: [{ field: 'grants', message, code: 'too_big' }],
  });
}

/** Without what was given above the topmost folder that a member reaches: they do not learn that there is one. */
function reachedBy<Row extends Pick<GrantRow, 'depth'>>(
  { given }: AccessTarget,
  rows: readonly GrantRow[],
  shown: readonly Row[],
): readonly Row[] {
  if (given === null) return shown;
  const top = Math.max(...rows.filter(({ onRowId }) => given.onRowIds.includes(onRowId)).map(({ depth }) => depth), 0);
  return shown.filter(({ depth }) => depth <= top);
}

const toGrant = (row: GrantRow): AccessGrant => ({
  id: row.id,
  principal: {
    type: row.userId === null ? 'group' : 'user',
    id: row.principalId,
    name: row.principalName,
    email: row.principalEmail,
  },
  role: row.role,
  inheritedFrom: row.depth === 0 ? null : row.onId,
  createdAt: isoTime(row.createdAt),
  createdBy: row.byId === null ? null : { id: row.byId, name: row.byName },
});

const aboutGrant = (id: string, { userId, role }: GrantRow) => ({
  ...(userId === null ? {} : { userId }),
  target: { kind: 'file', id } as const,
  details: { role, to: userId === null ? ('group' as const) : ('user' as const) },
});
