import { optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { AdminUser, AdminUserChange, AdminUserPage } from '@drive/contract';
import type { AuditActor } from '../../platform/audit/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Plan, PlanLimits } from './users/account.ts';
import type { AccountDeletion } from './users/account-deletion.ts';
import { deleteInvitesOf } from './registration/invite-store.ts';
import { deleteResetsOf } from './passwords/password-reset-store.ts';
import { deleteSessionsOf } from './sign-in/session-store.ts';
import { deleteTotp } from './sign-in/two-factor-store.ts';
import {
  countOtherAdmins,
  countUsers,
  findUserDetails,
  listUserDetails,
  markUserDeleted,
  updateUser,
  type UserDetails,
  type UserFilter,
  type UserSelector,
  type Account,
} from './users/user-store.ts';
import { toUser, type NewUser, type Users } from './registration/users.ts';

export type UserDirectory = ReturnType<typeof createUserDirectory>;

export function createUserDirectory(
  deps: Pick<Ports, 'database' | 'clock' | 'audit'> & {
    readonly users: Users;
    readonly deletion: AccountDeletion;
    readonly plans: Readonly<Record<Plan, PlanLimits>>;
  },
) {
  const { database, clock, audit, users, deletion, plans } = deps;
  const listeners: ((userId: number) => void)[] = [];

  const toAdminUser = (user: UserDetails): AdminUser => ({
    ...toUser(user, plans),
    quotaOverrideBytes: user.quotaBytes,
    disabledAt: optionalIsoTime(user.disabledAt),
    lastSignInAt: optionalIsoTime(user.lastSignInAt),
    lastActiveAt: optionalIsoTime(user.lastActiveAt),
  });

  const requireUser = async (reader: Reader, by: UserSelector): Promise<UserDetails> => {
    const user = await findUserDetails(reader, by);
    if (user === undefined) throw userNotFound(by);
    return user;
  };

  const targetOf = ({ userId, id }: Account) => ({ userId, target: { kind: 'user', id } as const });

  /** Call under the lock `administrators`, before an administrator is demoted, disabled or deleted. */
  const requireOtherAdmin = async (tx: Tx, { userId, isAdmin, disabledAt }: Account): Promise<void> => {
    if (!isAdmin || disabledAt !== null || (await countOtherAdmins(tx, userId)) > 0) return;
    throw new DomainError(
      'last_admin',
      'This is the last administrator who can sign in. Make another user an administrator first.',
    );
  };

  const endAccess = async (tx: Tx, { userId }: Account): Promise<void> => {
    await deleteSessionsOf(tx, userId);
    await deleteResetsOf(tx, userId);
    tx.afterCommit(() => {
      for (const listen of listeners) listen(userId);
    });
  };

  return {
    list: async (filter: UserFilter, page: PageRequest): Promise<AdminUserPage> => {
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => listUserDetails(database.reader, filter, slice),
        ({ userId }) => [userId],
      );
      return {
        users: rows.map(toAdminUser),
        pagination: paginationOf(page, await countUsers(database.reader, filter), nextCursor),
      };
    },

    /** Throws `user_not_found`. */
    get: async (by: UserSelector): Promise<AdminUser> => toAdminUser(await requireUser(database.reader, by)),

    /** `remember` runs in the same transaction. */
    create: async (
      actor: AuditActor,
      user: NewUser,
      remember?: (tx: Tx, user: AdminUser) => Promise<void>,
    ): Promise<AdminUser> => {
      const prepared = await users.prepare(
        user,
        typeof actor === 'string' ? { kind: 'operator' } : { kind: 'user', userId: actor.userId },
      );
      return database.write(async (tx) => {
        const account = await prepared.insert(tx);
        const { id, plan, isAdmin } = account;
        await audit.record(tx, { action: 'user.created', actor, ...targetOf(account), details: { plan, isAdmin } });
        const created = toAdminUser(await requireUser(tx, { id }));
        await remember?.(tx, created);
        return created;
      });
    },

    /** Disabling ends sessions and deletes nothing. Throws `last_admin`, and `access_denied` for oneself. */
    change: (actor: AuditActor, by: UserSelector, { disabled, ...patch }: AdminUserChange): Promise<AdminUser> =>
      database.write(async (tx) => {
        await tx.lock('administrators');
        const user = await requireUser(tx, by);
        const isToggled = disabled !== undefined && disabled !== (user.disabledAt !== null);
        if (isToggled && disabled && isSelf(actor, user)) throw notYourself('disable');
        if ((isToggled && disabled) || patch.isAdmin === false) await requireOtherAdmin(tx, user);

        const disabledAt = isToggled ? (disabled ? clock.now() : null) : undefined;
        if (!(await updateUser(tx, user.userId, { ...patch, disabledAt }))) throw userNotFound(by);
        if (isToggled && disabled) await endAccess(tx, user);

        const after = await requireUser(tx, { id: user.id });
        const changed = (['name', 'plan', 'quotaBytes', 'isAdmin'] as const).filter(
          (field) => user[field] !== after[field],
        );
        const entry = { actor, ...targetOf(user) };
        if (changed.length > 0)
          await audit.record(tx, { action: 'user.changed', ...entry, details: { changed: changed.join(',') } });
        if (isToggled) await audit.record(tx, { action: disabled ? 'user.disabled' : 'user.enabled', ...entry });
        return toAdminUser(after);
      }),

    /** Ends all access at once; a job deletes what the user owned. Throws like `change`. */
    remove: (actor: AuditActor, by: UserSelector): Promise<void> =>
      database.write(async (tx) => {
        await tx.lock('administrators');
        const user = await requireUser(tx, by);
        if (isSelf(actor, user)) throw notYourself('delete');
        await requireOtherAdmin(tx, user);
        if (!(await markUserDeleted(tx, user, clock.now()))) throw userNotFound(by);
        await endAccess(tx, user);
        await deleteTotp(tx, user.userId);
        await deleteInvitesOf(tx, user.userId);
        await deletion.schedule(tx, user.userId);
        await audit.record(tx, { action: 'user.deleted', actor, ...targetOf(user) });
      }),

    /** Calls `listen` with users.row_id after each commit of this process that disabled or deleted an account. */
    onSuspended: (listen: (userId: number) => void): void => void listeners.push(listen),
  };
}

const isSelf = (actor: AuditActor, { userId }: Account): boolean =>
  typeof actor !== 'string' && actor.userId === userId;

const notYourself = (what: 'disable' | 'delete'): DomainError =>
  new DomainError('access_denied', `You cannot ${what} your own account. Ask another administrator.`);

const userNotFound = (by: UserSelector): DomainError =>
  new DomainError(
    'user_not_found',
    'email' in by ? `There is no account with the address ${by.email}.` : 'There is no such account.',
  );
