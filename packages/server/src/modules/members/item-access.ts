import { isoTime } from '@drive/base';
import {
  limits,
  type AccessGrant,
  type AccessList,
  type GivenAccessList,
  type MemberRole,
  type NewAccess,
} from '@drive/contract';
import { currentOrigin, mayDo, requireMay, shownRole, type Viewer } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants, type GrantRow } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { fileNotFound, type AccessTarget, type Files } from '../files/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { AccessMail } from './access-mails.ts';
import type { Directory } from './directory.ts';

export type ItemAccessDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly mails: Mails;
  readonly notifications: Pick<Notifications, 'add'>;
  readonly directory: Directory;
  readonly mail: AccessMail;
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
    return { access: reachedBy(item, rows).map(toGrant), effectiveRole };
  }

  /** Gives all roles or none. `remember` runs in the same transaction. */
  async give(
    viewer: Viewer & { readonly isAdmin: boolean },
    id: string,
    { grants: wanted, notify = true, message }: NewAccess,
    remember: (tx: Tx, answer: GivenAccessList) => Promise<void>,
  ): Promise<GivenAccessList> {
    const { database, files, clock, random, audit, mails, mail } = this.#deps;
    // Before anything is looked up, so that nobody asks for addresses by giving roles on nothing.
    await this.#requireItem(database.reader, viewer, id, 'give');
    const recipients = await this.#recipientsOf(viewer, wanted);
    const emails = notify ? recipients.flatMap(({ email, wantsMail }) => (wantsMail ? (email ?? []) : [])) : [];
    const write = (permit?: Parameters<AccessMail['enqueue']>[1]): Promise<GivenAccessList> =>
      files.changeTrees(viewer.userId, async (tx) => {
        const item = await this.#requireToGive(tx, viewer, id);
        const given: number[] = [];
        for (const { to, role } of recipients) {
          requireOther(viewer, item, to);
          const grant = { id: random.uuid(), itemRowId: item.rowId, to, role };
          given.push(await grants.putGrant(tx, { ...grant, createdBy: viewer.userId, createdAt: clock.now() }));
          await audit.record(tx, {
            action: 'access.given',
            actor: viewer,
            ...('userId' in to ? { userId: to.userId } : {}),
            target: { kind: 'file', id },
            details: { role, to: 'userId' in to ? 'user' : 'group' },
          });
        }
        if ((await grants.countGrants(tx, item.rowId)) > limits.accessGrants) throw tooMany();
        await this.#requireManager(tx, item);
        const rows = await grants.listGrants(tx, item.rowId, { onlyHere: true });
        const byRowId = new Map(rows.map((row) => [row.rowId, row]));
        const written = given.flatMap((rowId) => byRowId.get(rowId) ?? []);
        for (const row of written) this.#publish(tx, 'given', item, row);
        if (notify) for (const { to, role } of recipients) await this.#notify(tx, item, to, role);
        const answer = { access: written.map(toGrant) };
        if (permit !== undefined)
          for (const to of emails)
            await mail.enqueue(tx, permit, { to, itemId: id, byUserId: viewer.userId, message: message ?? null });
        await remember(tx, answer);
        return answer;
      });
    if (emails.length === 0) return write();
    return mails.count(viewer.userId, emails, write);
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
      this.#publish(tx, 'changed', item, { ...grant, role });
      return toGrant({ ...grant, role });
    });
  }

  /** Everybody may give up what they were given themselves. */
  revoke(viewer: Viewer, id: string, accessId: string): Promise<void> {
    const { files, audit } = this.#deps;
    return files.changeTrees(viewer.userId, async (tx) => {
      const item = await this.#requireItem(tx, viewer, id, 'read');
      files.requireLocked(tx, item.ownerId);
      const grant = await this.#requireGrant(tx, item, accessId, mayDo(viewer, item, 'give') ? undefined : viewer);
      if (grant.userId !== viewer.userId) requireMay(viewer, item, 'give', fileNotFound);
      await grants.deleteGrant(tx, grant.rowId);
      await this.#requireManager(tx, item);
      await audit.record(tx, { action: 'access.revoked', actor: viewer, ...aboutGrant(id, grant) });
      this.#publish(tx, 'revoked', item, grant);
    });
  }

  async #notify(tx: Tx, { id, name }: AccessTarget, to: grants.GrantTo, role: MemberRole): Promise<void> {
    const { notifications } = this.#deps;
    const userIds = 'userId' in to ? [to.userId] : await grants.listGroupUsers(tx, to.groupId, limits.accessGrants);
    for (const userId of userIds)
      await notifications.add(tx, { userId, type: 'access_given', item: { id, name }, details: { role } });
  }

  #publish(tx: Tx, change: 'given' | 'changed' | 'revoked', item: AccessTarget, grant: GrantRow): void {
    const { events, clock } = this.#deps;
    events.publish(tx, {
      type: `access.${change}`,
      userId: item.ownerId,
      data: {
        item_id: item.id,
        item_name: item.name,
        principal_type: grant.userId === null ? 'group' : 'user',
        principal_id: grant.principalId,
        principal_name: grant.principalName,
        role: grant.role,
        origin: currentOrigin(),
        occurred_at: isoTime(clock.now()),
      },
      item: { id: item.id },
    });
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

  /** A team drive has a manager who can sign in, at any time. */
  async #requireManager(tx: Tx, { isRoot, rowId }: AccessTarget): Promise<void> {
    if (!isRoot || (await grants.hasManager(tx, rowId))) return;
    throw new DomainError('last_manager', 'This is the last manager. Make somebody else a manager first.');
  }

  async #recipientsOf(
    viewer: Viewer & { readonly isAdmin: boolean },
    wanted: NewAccess['grants'],
  ): Promise<readonly Recipient[]> {
    const { accounts, database, directory } = this.#deps;
    const { reader } = database;
    const found: Recipient[] = [];
    for (const { userId, groupId, email, role } of wanted) {
      if (groupId !== undefined) {
        const group = await grants.findGroupRow(reader, groupId);
        if (group === undefined) throw new DomainError('group_not_found', 'There is no such group.');
        found.push({ to: { groupId: group.rowId }, role, email: null, wantsMail: false });
        continue;
      }
      if (email !== undefined) await directory.requireLookup(viewer);
      const user =
        email === undefined
          ? await accounts.findUserById(reader, userId ?? '')
          : await accounts.findUserByEmail(reader, email);
      if (user === undefined || user.disabledAt !== null)
        throw new DomainError('user_not_found', 'There is no such account. Invite its user first.');
      const wantsMail = user.notificationMail === 'now';
      found.push({ to: { userId: user.userId }, role, email: user.email, wantsMail });
    }
    return found;
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

const notYourself = (): DomainError =>
  new DomainError('access_denied', 'You cannot give a role to yourself. Ask the owner or another manager.');

function tooMany(): DomainError {
  const message = `must be at most ${limits.accessGrants} on one item; use groups`;
  return new DomainError('validation_failed', `grants ${message}`, {
    issues: [{ field: 'grants', message, code: 'too_big' }],
  });
}

const order: readonly MemberRole[] = ['viewer', 'contributor', 'editor', 'manager'];
const isHigher = (role: MemberRole, than: MemberRole): boolean => order.indexOf(role) > order.indexOf(than);

/** Without what was given above the topmost folder that a member reaches: they do not learn that there is one. */
function reachedBy({ given }: AccessTarget, rows: readonly GrantRow[]): readonly GrantRow[] {
  if (given === null) return rows;
  const top = Math.max(...rows.filter(({ onRowId }) => given.onRowIds.includes(onRowId)).map(({ depth }) => depth), 0);
  return rows.filter(({ depth }) => depth <= top);
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
