import { Email, NewPassword, PersonName } from '@drive/contract';
import type { HashRequester } from '@drive/passwords';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError, type Issue } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { invalidFields, type NewPasswords } from '../passwords/new-passwords.ts';
import type { Plan } from '../users/account.ts';
import { insertUser, noPassword, type Account } from '../users/user-store.ts';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name?: string | null | undefined;
  /** Default: free. */
  readonly plan?: Plan | undefined;
  /** Default: false. */
  readonly isAdmin?: boolean | undefined;
  /** Default: null, the plan's quota. */
  readonly quotaBytes?: number | null | undefined;
}

/** A user whose password is hashed already, because a transaction must not wait for that. */
export interface PreparedUser {
  /**
   * `isVouched`: whether somebody lets the user in, instead of the user. Throws `email_taken` if the address has an account; the
   * caller must then roll back.
   */
  insert(tx: Tx, by: { readonly isVouched: boolean }): Promise<Account>;
}

/** Runs in the transaction that adds an account whose email address somebody vouches for. */
export type OnArrival = (tx: Tx, user: Pick<Account, 'userId' | 'email'>) => Promise<void>;

export type Users = ReturnType<typeof createUsers>;

export function createUsers(
  deps: Pick<Ports, 'database' | 'clock' | 'random'> & {
    readonly newPasswords: NewPasswords;
    /** Default: nothing runs. */
    readonly arrived?: OnArrival;
  },
) {
  const { database, clock, random, newPasswords, arrived } = deps;
  async function prepare(user: NewUser, requester: HashRequester): Promise<PreparedUser> {
    const { password, ...valid } = requireValid(user);
    const { email } = valid;
    const passwordHash = await newPasswords.hash({ text: password, email, field: 'password' }, requester);
    return {
      insert: async (tx, { isVouched }) => {
        const createdAt = clock.now();
        const account = await insertUser(tx, {
          ...valid,
          id: random.uuid(),
          passwordHash,
          plan: user.plan ?? 'free',
          isAdmin: user.isAdmin ?? false,
          quotaBytes: user.quotaBytes ?? null,
          vouchedAt: isVouched ? createdAt : null,
          createdAt,
        });
        if (account === undefined) throw emailTaken();
        return account;
      },
    };
  }

  return {
    prepare,
    requireEmail,
    /**
     * Inserts a user whom an identity provider lets in, and who signs in without a password. `isVerified`: whether it has verified
     * the address, too. Throws `email_taken` and `validation_failed`; the caller must then roll back.
     */
    insertWithoutPassword: async (
      tx: Tx,
      user: { readonly email: string; readonly name: string | null; readonly isAdmin: boolean },
      { isVerified }: { readonly isVerified: boolean },
    ): Promise<Account> => {
      const email = requireEmail(user.email);
      const createdAt = clock.now();
      const name = PersonName.safeParse(user.name ?? '');
      const account = await insertUser(tx, {
        id: random.uuid(),
        email,
        // A name that no field accepts is left out.
        name: name.success ? name.data : null,
        passwordHash: noPassword,
        plan: 'free',
        isAdmin: user.isAdmin,
        quotaBytes: null,
        vouchedAt: createdAt,
        createdAt,
      });
      if (account === undefined) throw emailTaken();
      if (isVerified) await arrived?.(tx, account);
      return account;
    },
    createUser: async (user: NewUser): Promise<Account> => {
      const prepared = await prepare(user, { kind: 'operator' });
      return database.write((tx) => prepared.insert(tx, { isVouched: true }));
    },
  };
}

const emailTaken = (): DomainError => new DomainError('email_taken', 'This email address already has an account.');

/** Throws `validation_failed`. */
function requireEmail(text: string): string {
  const email = Email.safeParse(text);
  if (!email.success) throw invalid({ email });
  return email.data;
}

/** Applies the rules of the API to users from programs and settings, too. */
function requireValid(user: NewUser): { email: string; password: string; name: string | null } {
  const email = Email.safeParse(user.email);
  const password = NewPassword.safeParse(user.password);
  const name = (user.name ?? '') === '' ? undefined : PersonName.safeParse(user.name);
  if (email.success && password.success && name?.success !== false)
    return { email: email.data, password: password.data, name: name?.data ?? null };
  throw invalid({ email, password, name });
}

type Parsed = { readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined } | undefined;

function invalid(fields: Readonly<Record<string, Parsed>>): DomainError {
  const issues: Issue[] = Object.entries(fields).flatMap(([field, result]) =>
    (result?.error?.issues ?? []).map(({ message }) => ({ field, message, code: 'invalid' })),
  );
  return invalidFields(issues);
}
