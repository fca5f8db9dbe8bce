import { Email, NewPassword, PersonName } from '@drive/contract';
import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError, type Issue } from '../../platform/errors.ts';
import type { HashRequester, PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import { emailKey, type Account, type Plan } from './account.ts';
import { deleteResetsOf } from './password-reset-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { findUserByEmailKey, insertUser, updatePassword } from './user-store.ts';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name?: string | null | undefined;
  /** Default free. */
  readonly plan?: Plan | undefined;
  /** Default no. */
  readonly isAdmin?: boolean | undefined;
  /** Default null: the plan's. */
  readonly quotaBytes?: number | null | undefined;
}

export interface UsersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: PasswordHasher;
  readonly audit: Audit;
}

/** A user whose password is hashed already, so that a transaction waits for nothing. */
export interface PreparedUser {
  /** `email_taken` where the address has an account; the transaction is to be given up then. */
  insert(tx: Tx): Promise<Account>;
}

export type Users = ReturnType<typeof createUsers>;

/** Accounts as such: making them, and what programs may change about them. */
export function createUsers({ database, clock, random, passwords, audit }: UsersDeps) {
  async function prepare(user: NewUser, requester: HashRequester): Promise<PreparedUser> {
    const { email, password, name } = requireValid(user);
    const passwordHash = await passwords.hash(password, requester);
    return {
      insert: async (tx) => {
        const account = await insertUser(tx, {
          id: random.uuid(),
          email,
          emailKey: emailKey(email),
          name,
          passwordHash,
          plan: user.plan ?? 'free',
          isAdmin: user.isAdmin ?? false,
          quotaBytes: user.quotaBytes ?? null,
          createdAt: clock.now(),
        });
        if (account === undefined) throw new DomainError('email_taken', 'This email address has an account already.');
        return account;
      },
    };
  }

  return {
    prepare,

    createUser: async (user: NewUser): Promise<Account> => {
      const prepared = await prepare(user, { kind: 'operator' });
      return database.write((tx) => prepared.insert(tx));
    },

    setPassword: async (email: string, password: string): Promise<Account | undefined> => {
      requireValidPassword(password);
      const account = await findUserByEmailKey(database.reader, emailKey(email));
      if (account === undefined) return undefined;
      const passwordHash = await passwords.hash(password, { kind: 'operator' });
      await database.write(async (tx) => {
        await updatePassword(tx, account.userId, passwordHash);
        await deleteSessionsOf(tx, account.userId);
        await deleteResetsOf(tx, account.userId);
        await audit.record(tx, { action: 'password.set', actor: 'console', userId: account.userId });
      });
      return account;
    },
  };
}

/** The API's own rules, held for programs and settings, too. */
function requireValid(user: NewUser): { email: string; password: string; name: string | null } {
  const email = Email.safeParse(user.email);
  const password = NewPassword.safeParse(user.password);
  const name = (user.name ?? '') === '' ? undefined : PersonName.safeParse(user.name);
  const issues: Issue[] = Object.entries({ email, password, name }).flatMap(([field, result]) =>
    (result?.error?.issues ?? []).map((issue) => ({ field, message: issue.message, code: 'invalid' })),
  );
  if (!email.success || !password.success || name?.success === false) throw invalid(issues);
  return { email: email.data, password: password.data, name: name?.data ?? null };
}

function requireValidPassword(password: string): void {
  const { error } = NewPassword.safeParse(password);
  if (error !== undefined)
    throw invalid(error.issues.map(({ message }) => ({ field: 'password', message, code: 'invalid' })));
}

function invalid(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  return new DomainError('validation_failed', `The ${first?.field ?? 'account'} ${first?.message ?? 'is not valid'}.`, {
    issues,
  });
}
