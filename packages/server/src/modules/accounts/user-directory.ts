import type { AdminUser, AdminUserChange } from '@drive/contract';
import { isoTime, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Audit, AuditActor } from '../../platform/audit/index.ts';
import type { Database, Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Account, Plan, PlanLimits } from './account.ts';
import type { AccountDeletion } from './account-deletion.ts';
import { deleteInvitesOf } from './invite-store.ts';
import {
  updateUser,
  countOtherAdmins,
  countUsers,
  findUserDetails,
  listUserDetails,
  markUserDeleted,
  type UserFilter,
  type UserDetails,
} from './user-directory-store.ts';
import { deleteResetsOf } from './password-reset-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { deleteTotp } from './two-factor-store.ts';
import type { NewUser, Users } from './users.ts';

export interface UserDirectoryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly users: Users;
  readonly deletion: AccountDeletion;
  readonly plans: Readonly<Record<Plan, PlanLimits>>;
}

/** An account by its id, or by its email address. */
export type UserSelector = { readonly id: string } | { readonly email: string };

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** Accounts as administrators look after them, by the API and by the command line. */
export interface UserDirectory {
  list(filter: UserFilter, page: PageRequest): Promise<{ readonly users: AdminUser[]; readonly totalItems: number }>;
  /** `user_not_found` where there is no such account. */
  get(by: UserSelector): Promise<AdminUser>;
  /** `remember` runs in the same transaction. */
  create(actor: AuditActor, user: NewUser, remember?: (tx: Tx, user: AdminUser) => Promise<void>): Promise<AdminUser>;
  /**
   * Disabling ends the sessions and the reset links with it; all else only rests. `last_admin` where nobody would be left
   * who can look after the server, `access_denied` where somebody would disable themselves.
   */
  change(actor: AuditActor, by: UserSelector, change: AdminUserChange): Promise<AdminUser>;
  /**
   * At once nobody reaches anything of the account, and its address is free; what it owned goes behind the answer.
   * `last_admin` and `access_denied` as above.
   */
  remove(actor: AuditActor, by: UserSelector): Promise<void>;
  /** Called after the commit that has disabled or deleted an account, in this process alone; with users.row_id. */
  onSuspended(listen: (userId: number) => void): void;
}

export function createUserDirectory({
  database,
  clock,
  audit,
  users,
  deletion,
  plans,
}: UserDirectoryDeps): UserDirectory {
  const listeners: ((userId: number) => void)[] = [];

  const toAdminUser = (person: UserDetails): AdminUser => ({
    id: person.id,
    email: person.email,
    name: person.name,
    plan: person.plan,
    isAdmin: person.isAdmin,
    createdAt: isoTime(person.createdAt),
    usedBytes: person.usedBytes,
    trashBytes: person.trashBytes,
    quotaBytes: person.quotaBytes ?? plans[person.plan].quotaBytes,
    maxFileBytes: plans[person.plan].maxFileBytes,
    quotaOverrideBytes: person.quotaBytes,
    disabledAt: optionalIsoTime(person.disabledAt),
    lastSignInAt: optionalIsoTime(person.lastSignInAt),
    lastActiveAt: optionalIsoTime(person.lastActiveAt),
  });

  const requireUser = async (reader: Reader, by: UserSelector): Promise<UserDetails> => {
    const person = await findUserDetails(reader, by);
    if (person === undefined) throw userNotFound(by);
    return person;
  };

  const targetOf = ({ userId, id }: Account) => ({ userId, target: { kind: 'user', id } as const });

  /** Every way to lose an administrator goes through here, so that of the last two at once one stays. */
  const requireOtherAdmin = async (tx: Tx, { userId, isAdmin, disabledAt }: Account): Promise<void> => {
    if (!isAdmin || disabledAt !== null) return;
    if ((await countOtherAdmins(tx, userId)) > 0) return;
    throw new DomainError(
      'last_admin',
      'This is the last administrator who can sign in. Make somebody else one first.',
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
    list: async (filter, { page, limit }) => ({
      users: (await listUserDetails(database.reader, filter, { offset: (page - 1) * limit, limit })).map(toAdminUser),
      totalItems: await countUsers(database.reader, filter),
    }),

    get: async (by) => toAdminUser(await requireUser(database.reader, by)),

    create: async (actor, user, remember) => {
      const prepared = await users.prepare(
        user,
        typeof actor === 'string' ? { kind: 'operator' } : { kind: 'user', userId: actor.userId },
      );
      return database.write(async (tx) => {
        const account = await prepared.insert(tx);
        await audit.record(tx, {
          action: 'user.created',
          actor,
          ...targetOf(account),
          details: { plan: account.plan, isAdmin: account.isAdmin },
        });
        const made = toAdminUser(await requireUser(tx, { id: account.id }));
        await remember?.(tx, made);
        return made;
      });
    },

    change: (actor, by, { disabled, ...wanted }) =>
      database.write(async (tx) => {
        await tx.lock('administrators');
        const person = await requireUser(tx, by);
        const isDisabled = person.disabledAt !== null;
        const turns = disabled !== undefined && disabled !== isDisabled;
        if (turns && disabled) {
          if (isSelf(actor, person)) throw notOneself('disable');
          await requireOtherAdmin(tx, person);
        }
        if (wanted.isAdmin === false) await requireOtherAdmin(tx, person);

        const disabledAt = turns ? (disabled ? clock.now() : null) : undefined;
        if (!(await updateUser(tx, person.userId, { ...wanted, disabledAt }))) throw userNotFound(by);
        if (disabledAt !== undefined && disabledAt !== null) await endAccess(tx, person);

        const changed = await requireUser(tx, { id: person.id });
        const names = changedFields(person, changed);
        if (names !== '')
          await audit.record(tx, { action: 'user.changed', actor, ...targetOf(person), details: { changed: names } });
        if (turns)
          await audit.record(tx, { action: disabled ? 'user.disabled' : 'user.enabled', actor, ...targetOf(person) });
        return toAdminUser(changed);
      }),

    remove: (actor, by) =>
      database.write(async (tx) => {
        await tx.lock('administrators');
        const person = await requireUser(tx, by);
        if (isSelf(actor, person)) throw notOneself('delete');
        await requireOtherAdmin(tx, person);
        if (!(await markUserDeleted(tx, person, clock.now()))) throw userNotFound(by);
        await endAccess(tx, person);
        await deleteTotp(tx, person.userId);
        await deleteInvitesOf(tx, person.userId);
        await deletion.begin(tx, person.userId);
        await audit.record(tx, { action: 'user.deleted', actor, ...targetOf(person) });
      }),

    onSuspended: (listen) => void listeners.push(listen),
  };
}

const isSelf = (actor: AuditActor, { userId }: Account): boolean =>
  typeof actor !== 'string' && actor.userId === userId;

const notOneself = (what: 'disable' | 'delete'): DomainError =>
  new DomainError('access_denied', `Nobody can ${what} their own account. Another administrator can.`);

const userNotFound = (by: UserSelector): DomainError =>
  new DomainError(
    'user_not_found',
    'email' in by ? `There is no account with the address ${by.email}.` : 'There is no such account.',
  );

/** By their names in the API. */
function changedFields(before: UserDetails, after: UserDetails): string {
  const fields = ['name', 'plan', 'quotaBytes', 'isAdmin'] as const;
  return fields.filter((field) => before[field] !== after[field]).join(',');
}
