import type { Audit } from '../../platform/audit/index.ts';
import { hourMs, minuteMs, secondMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { HashRequester, PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { emailKey } from './account.ts';
import * as resets from './password-reset-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { findPassword, findUserByEmailKey, updatePassword } from './user-store.ts';

export interface PasswordsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly mails: Mails;
  readonly audit: Audit;
  readonly baseUrl: string;
}

const linkLifeMs = hourMs;
const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs];

const badLink = (): DomainError =>
  new DomainError('access_denied', 'This link is not valid: it was used already or has run out. Ask for a new one.');

export type Passwords = ReturnType<typeof createPasswords>;

/** Changing a password, and getting back in without it. */
export function createPasswords(deps: PasswordsDeps) {
  const { database, clock, random, secrets, passwords, mails, audit, baseUrl } = deps;
  const hashOf = (token: string): string => secrets.sign('one-time-link', `reset ${token}`);

  /**
   * Looks the address up and makes the link, so that the request that asked does the same work for every address, and
   * no link lies in the jobs table.
   */
  const resetMail = mails.defineReset<{ readonly email: string }>({
    type: 'accounts.reset-mail',
    retryDelaysMs,
    render: async ({ email }) => {
      const account = await findUserByEmailKey(database.reader, emailKey(email));
      if (account === undefined || account.disabledAt !== null) return undefined;
      const now = clock.now();
      const token = random.token(32);
      const tokenHash = hashOf(token);
      await database.write((tx) =>
        resets.insertReset(tx, { tokenHash, userId: account.userId, expiresAt: now + linkLifeMs }),
      );
      return {
        to: account.email,
        subject: 'Set a new password for Drive',
        before: [`Somebody asked to set a new password for your account ${account.email}. If it was you, go on here:`],
        link: { label: 'Set a new password', url: `${baseUrl}/reset?token=${token}` },
        after: [
          'The link works once, within the next hour.',
          'If it was not you, there is nothing to do: your password stays as it is.',
        ],
        // The next attempt makes a link of its own.
        unsent: () => database.write((tx) => resets.deleteReset(tx, tokenHash)),
      };
    },
  });

  return {
    /** Ends every session but the caller's own. */
    change: async (caller: Caller, currentPassword: string, newPassword: string): Promise<void> => {
      const wrong = (): DomainError => new DomainError('invalid_credentials', 'The current password is wrong.');
      const requester: HashRequester = { kind: 'user', userId: caller.userId };
      const current = await findPassword(database.reader, caller.userId);
      if (current === undefined || !(await passwords.verify(currentPassword, current, requester))) throw wrong();
      const passwordHash = await passwords.hash(newPassword, requester);
      await database.write(async (tx) => {
        // Another change may have been quicker while this one was hashed.
        if (!(await updatePassword(tx, caller.userId, passwordHash, { passwordHash: current }))) throw wrong();
        const own = caller.kind === 'session' ? { rowId: caller.credentialId } : undefined;
        await deleteSessionsOf(tx, caller.userId, own);
        await resets.deleteResetsOf(tx, caller.userId);
        await audit.record(tx, { action: 'password.changed', actor: caller });
      });
    },

    /** The same for an address without account. */
    forget: async (email: string): Promise<void> => {
      const key = emailKey(email);
      // No account has an address so long.
      if (key.length > 254) return;
      await database.write((tx) => resetMail.enqueue(tx, { email: key }, { key: `accounts.reset-mail ${key}` }));
    },

    isOpenLink: (token: string): Promise<boolean> => resets.isOpenReset(database.reader, hashOf(token), clock.now()),

    /** Ends every session of the account. */
    reset: async (token: string, newPassword: string, clientNetwork: string): Promise<void> => {
      const tokenHash = hashOf(token);
      if (!(await resets.isOpenReset(database.reader, tokenHash, clock.now()))) throw badLink();
      const passwordHash = await passwords.hash(newPassword, { kind: 'signIn', network: clientNetwork });
      await database.write(async (tx) => {
        const userId = await resets.takeReset(tx, tokenHash, clock.now());
        if (userId === undefined) throw badLink();
        await updatePassword(tx, userId, passwordHash);
        await resets.deleteResetsOf(tx, userId);
        await deleteSessionsOf(tx, userId);
        await audit.record(tx, { action: 'password.reset', actor: 'nobody', userId });
      });
    },
  };
}
