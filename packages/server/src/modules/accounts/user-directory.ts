import { optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { AdminUser, AdminUserChange, AdminUserPage } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { AuditActor } from '../../platform/audit/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { deleteResetsOf } from './passwords/password-reset-store.ts';
import type { NewUser, OnArrival, Users } from './registration/create-user.ts';
import { deleteInvitesOf } from './registration/invite-store.ts';
import { deleteLoginLinksOf } from './sign-in/login-link-store.ts';
import { deleteSessionsOf } from './sign-in/session-store.ts';
import { deleteTotp, deleteUnusedRecoveryCodes } from './sign-in/two-factor-store.ts';
import type { AccountDeletion } from './users/account-deletion.ts';
import { emailKey, type Plan, type PlanLimits } from './users/account.ts';
import { requireVouched } from './users/require-vouched.ts';
import { setSuspended } from './users/user-standing-store.ts';
import {
  countOtherAdmins,
  countUsers,
  findUserByEmailKey,
  findUserDetails,
  listDueDeletions,
  listUserDetails,
  markUserDeleted,
  toUser,
  updateEmail,
  updateUser,
  type UserDetails,
  type UserFilter,
  type UserSelector,
  type Account,
} from './users/user-store.ts';

type UserDirectoryDeps = Pick<Ports, 'database' | 'clock' | 'audit'> & {
  readonly users: Users;
  readonly deletion: AccountDeletion;
  readonly config: { readonly plans: Readonly<Record<Plan, PlanLimits>> };
  readonly arrived: OnArrival;
};

export class UserDirectory {
  readonly #deps: UserDirectoryDeps;
  readonly #listeners: ((userId: number) => void)[] = [];

  constructor(deps: UserDirectoryDeps) {
    this.#deps = deps;
  }

  async list(filter: UserFilter, page: PageRequest): Promise<AdminUserPage> {
    const { database } = this.#deps;
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => listUserDetails(database.reader, filter, slice),
      ({ userId }) => [userId],
    );
    return {
      users: rows.map((user) => this.#toAdminUser(user)),
      pagination: paginationOf(page, await countUsers(database.reader, filter), nextCursor),
    };
  }

  /** Throws `user_not_found`. */
  async get(by: UserSelector): Promise<AdminUser> {
    return this.#toAdminUser(await this.#requireUser(this.#deps.database.reader, by));
  }

  /** `remember` runs in the same transaction. */
  async create(
    actor: AuditActor,
    user: NewUser,
    remember?: (tx: Tx, user: AdminUser) => Promise<void>,
  ): Promise<AdminUser> {
    const { users, database, audit, arrived } = this.#deps;
    const prepared = await users.prepare(
      user,
      typeof actor === 'string' ? { kind: 'operator' } : { kind: 'user', userId: actor.userId },
    );
    return database.write(async (tx) => {
      const account = await prepared.insert(tx, { isVouched: true });
      const { id, plan, isAdmin } = account;
      await audit.record(tx, { action: 'user.created', actor, ...this.#targetOf(account), details: { plan, isAdmin } });
      await arrived(tx, account);
      const created = this.#toAdminUser(await this.#requireUser(tx, { id }));
      await remember?.(tx, created);
      return created;
    });
  }

  /**
   * Disabling ends sessions and deletes nothing. Enabling ends a suspension, too; a synchronization (`server`) must change
   * something for that. Both end what `leave` began: the account is kept, disabled or enabled. Throws `last_admin`, and `access_denied` for oneself.
   */
  change(actor: AuditActor, by: UserSelector, change: AdminUserChange): Promise<AdminUser> {
    return this.#deps.database.write((tx) => this.changeIn(tx, actor, by, change));
  }

  /** `change` as part of a transaction. */
  async changeIn(
    tx: Tx,
    actor: AuditActor,
    by: UserSelector,
    { disabled, ...patch }: AdminUserChange,
  ): Promise<AdminUser> {
    const { clock, audit } = this.#deps;
    await tx.lock('administrators');
    const user = await this.#requireUser(tx, by);
    const isLeaving = user.deletesAt !== null;
    const isToggled = disabled !== undefined && (isLeaving || disabled !== (user.disabledAt !== null));
    if (isToggled && disabled && isSelf(actor, user)) throw notYourself('disable');
    if (patch.isAdmin === true && typeof actor !== 'string') requireVouched(user);
    if ((isToggled && disabled) || patch.isAdmin === false) await this.#requireOtherAdmin(tx, user);

    const disabledAt = isToggled ? (disabled ? clock.now() : null) : undefined;
    const deletesAt = isToggled ? null : undefined;
    if (!(await updateUser(tx, user.userId, { ...patch, disabledAt, deletesAt }))) throw userNotFound(by);
    if (isToggled && disabled) await this.endAccess(tx, user.userId);
    if (disabled === false && (isToggled || actor !== 'server')) await this.admit(tx, user.userId);

    const after = await this.#requireUser(tx, { id: user.id });
    const changed = (['name', 'plan', 'quotaBytes', 'isAdmin'] as const).filter(
      (field) => user[field] !== after[field],
    );
    const entry = { actor, ...this.#targetOf(user) };
    if (changed.length > 0)
      await audit.record(tx, { action: 'user.changed', ...entry, details: { changed: changed.join(',') } });
    if (isToggled) await audit.record(tx, { action: disabled ? 'user.disabled' : 'user.enabled', ...entry });
    return this.#toAdminUser(after);
  }

  /** Ends all access at once; a job deletes what the user owned. Throws like `change`. */
  remove(actor: AuditActor, by: UserSelector): Promise<void> {
    return this.#deps.database.write((tx) => this.#remove(tx, actor, by));
  }

  /** `remove` of a disabled account, as part of a transaction. False if it is enabled; one that is gone stays gone. */
  async removeDisabled(tx: Tx, actor: AuditActor, by: UserSelector): Promise<boolean> {
    await tx.lock('administrators');
    const user = await findUserDetails(tx, by);
    if (user === undefined) return true;
    if (user.disabledAt === null) return false;
    await this.#remove(tx, actor, by);
    return true;
  }

  /**
   * Deletes the account of a caller, as part of a transaction: disables it until `deletesAt`, or removes it at once if that is now.
   * Throws `last_admin`; `access_denied` if the account was disabled meanwhile, which the user must not undo.
   */
  async leave(tx: Tx, caller: Caller, deletesAt: number): Promise<void> {
    const { clock, audit } = this.#deps;
    await tx.lock('administrators');
    const user = await this.#requireUser(tx, { id: caller.accountId });
    if (user.disabledAt !== null) throw new DomainError('access_denied', 'This account is disabled.');
    await audit.record(tx, { action: 'account.deletion_requested', actor: caller });
    if (deletesAt <= clock.now()) return this.#erase(tx, caller, user);
    await this.#requireOtherAdmin(tx, user);
    await updateUser(tx, user.userId, { disabledAt: clock.now(), deletesAt });
    await this.endAccess(tx, user.userId);
  }

  /** Whether `leave` would not throw `last_admin`. */
  async mayLeave(reader: Reader, { userId, isAdmin }: Caller): Promise<boolean> {
    return !isAdmin || (await countOtherAdmins(reader, userId)) > 0;
  }

  /** Ends what `leave` began, for the user. False if it did not begin that, or has ended. */
  async keep(tx: Tx, { id, deletesAt }: { readonly id: string; readonly deletesAt: number }): Promise<boolean> {
    await tx.lock('administrators');
    const user = await findUserDetails(tx, { id });
    if (user?.deletesAt !== deletesAt) return false;
    await updateUser(tx, user.userId, { disabledAt: null, deletesAt: null });
    await this.#deps.audit.record(tx, { action: 'account.kept', actor: { userId: user.userId } });
    return true;
  }

  /** Ends what `leave` began, at its time. Returns the account; undefined if it is kept, or gone. */
  async removeLeft(tx: Tx, id: string): Promise<Account | undefined> {
    await tx.lock('administrators');
    const user = await findUserDetails(tx, { id });
    if (user === undefined || user.deletesAt === null || user.deletesAt > this.#deps.clock.now()) return undefined;
    await this.#erase(tx, 'server', user);
    return user;
  }

  /** users.id of accounts for `removeLeft`. */
  listLeft(limit: number): Promise<string[]> {
    const { database, clock } = this.#deps;
    return listDueDeletions(database.reader, clock.now(), limit);
  }

  async #remove(tx: Tx, actor: AuditActor, by: UserSelector): Promise<void> {
    await tx.lock('administrators');
    const user = await this.#requireUser(tx, by);
    if (isSelf(actor, user)) throw notYourself('delete');
    await this.#erase(tx, actor, user);
  }

  async #erase(tx: Tx, actor: AuditActor, user: UserDetails): Promise<void> {
    const { clock, deletion, audit } = this.#deps;
    await this.#requireOtherAdmin(tx, user);
    if (!(await markUserDeleted(tx, user, clock.now()))) throw userNotFound(user);
    await this.endAccess(tx, user.userId);
    await deleteTotp(tx, user.userId);
    await deleteUnusedRecoveryCodes(tx, user.userId);
    await deleteInvitesOf(tx, user.userId);
    await deletion.schedule(tx, user.userId);
    await audit.record(tx, { action: 'user.deleted', actor, ...this.#targetOf(user) });
  }

  /**
   * Changes the address of an account, and ends the password resets that were sent to the former one. Throws `email_taken` and
   * `validation_failed`.
   */
  async setEmail(tx: Tx, actor: AuditActor, by: UserSelector, email: string): Promise<void> {
    const wanted = this.#deps.users.requireEmail(email);
    const user = await this.#requireUser(tx, by);
    if (user.email === wanted) return;
    const other = await findUserByEmailKey(tx, emailKey(wanted));
    if (other !== undefined && other.userId !== user.userId)
      throw new DomainError('email_taken', 'This email address already has an account.');
    await updateEmail(tx, user.userId, wanted);
    await deleteResetsOf(tx, user.userId);
    const entry = { actor, ...this.#targetOf(user), details: { changed: 'email' } };
    await this.#deps.audit.record(tx, { action: 'user.changed', ...entry });
  }

  /**
   * Suspends an account that single sign-on no longer admits: ends its sessions, and its keys are refused until it is admitted
   * again. False if it was suspended before.
   */
  async suspend(tx: Tx, userId: number): Promise<boolean> {
    const { clock, audit } = this.#deps;
    if (!(await setSuspended(tx, userId, clock.now()))) return false;
    await this.endAccess(tx, userId);
    await audit.record(tx, { action: 'account.suspended', actor: 'server', userId });
    return true;
  }

  /** Ends a suspension. */
  async admit(tx: Tx, userId: number): Promise<void> {
    if (await setSuspended(tx, userId, null))
      await this.#deps.audit.record(tx, { action: 'account.admitted', actor: 'server', userId });
  }

  /**
   * Calls `listen` with users.row_id after each commit of this process that ended the access of the user: the account was disabled,
   * suspended, deleted or taken over.
   */
  onSuspended(listen: (userId: number) => void): void {
    this.#listeners.push(listen);
  }

  #toAdminUser(user: UserDetails): AdminUser {
    return {
      ...toUser(user, this.#deps.config.plans),
      quotaOverrideBytes: user.quotaBytes,
      disabledAt: optionalIsoTime(user.disabledAt),
      deletesAt: optionalIsoTime(user.deletesAt),
      vouchedAt: optionalIsoTime(user.vouchedAt),
      lastSignInAt: optionalIsoTime(user.lastSignInAt),
      lastActiveAt: optionalIsoTime(user.lastActiveAt),
    };
  }

  async #requireUser(reader: Reader, by: UserSelector): Promise<UserDetails> {
    const user = await findUserDetails(reader, by);
    if (user === undefined) throw userNotFound(by);
    return user;
  }

  #targetOf({ userId, id }: Account) {
    return { userId, target: { kind: 'user', id } as const };
  }

  /** Call under the lock `administrators`, before an administrator is demoted, disabled or deleted. */
  async #requireOtherAdmin(tx: Tx, { userId, isAdmin, disabledAt }: Account): Promise<void> {
    if (!isAdmin || disabledAt !== null || (await countOtherAdmins(tx, userId)) > 0) return;
    throw new DomainError(
      'last_admin',
      'This is the last administrator who can sign in. Make another user an administrator first.',
    );
  }

  /** Ends the sessions of an account and the links that were sent to its user. */
  async endAccess(tx: Tx, userId: number): Promise<void> {
    await deleteSessionsOf(tx, userId);
    await deleteResetsOf(tx, userId);
    await deleteLoginLinksOf(tx, userId);
    tx.afterCommit(() => {
      for (const listen of this.#listeners) listen(userId);
    });
  }
}

const isSelf = (actor: AuditActor, { userId }: Account): boolean =>
  typeof actor !== 'string' && actor.userId === userId;

const notYourself = (what: 'disable' | 'delete'): DomainError =>
  new DomainError(
    'access_denied',
    what === 'disable'
      ? 'You cannot disable your own account. Ask another administrator.'
      : 'You cannot delete your own account here. Delete it in your account, or ask another administrator.',
  );

const userNotFound = (by: UserSelector): DomainError =>
  new DomainError(
    'user_not_found',
    'email' in by ? `There is no account with the address ${by.email}.` : 'There is no such account.',
  );
