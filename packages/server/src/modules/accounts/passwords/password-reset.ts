import { findSigned, hourMs } from '@drive/base';
import { limits } from '@drive/contract';
import { t } from '@drive/pages';
import { DomainError } from '../../../platform/errors.ts';
import type { Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { deleteSessionsOf } from '../sign-in/session-store.ts';
import { emailKey } from '../users/account.ts';
import { findEmail, findUserByEmailKey, updatePassword } from '../users/user-store.ts';
import type { Vouching } from '../vouching.ts';
import type { NewPasswords } from './new-passwords.ts';
import * as store from './password-reset-store.ts';
import type { RevokeKeys } from './passwords.ts';

const linkLifetimeMs = hourMs;

export interface WantedReset {
  readonly token: string;
  readonly newPassword: string;
  readonly revokesKeys: boolean;
}

const invalidLink = (): DomainError =>
  new DomainError('access_denied', 'This link is not valid: it was used already or has expired. Request a new one.');

export function createPasswordReset(
  deps: Pick<Ports, 'baseUrl' | 'instance' | 'database' | 'clock' | 'random' | 'secrets' | 'audit'> & {
    readonly mails: Mails;
    readonly newPasswords: NewPasswords;
    readonly revokeKeys: RevokeKeys;
    readonly vouching: Pick<Vouching, 'reset'>;
    readonly config: { readonly passwordLogin: boolean };
  },
) {
  const { baseUrl, instance, database, clock, random, secrets, mails, audit, config } = deps;
  const { newPasswords, revokeKeys, vouching } = deps;
  const textOf = (token: string): readonly ['one-time-link', string] => ['one-time-link', `reset ${token}`];
  const findOpen = (token: string): Promise<{ readonly ownerId: number; readonly tokenHash: string } | undefined> =>
    findSigned(secrets, textOf(token), async (tokenHash) => {
      const ownerId = await store.findOpenReset(database.reader, tokenHash, clock.now());
      return ownerId === undefined ? undefined : { ownerId, tokenHash };
    });

  /** In a job, so that every request does the same work and the jobs table contains no link. */
  const resetMail = mails.defineReset({
    type: 'accounts.reset-mail',
    load: async ({ email }: { readonly email: string }, reader) => {
      const account = await findUserByEmailKey(reader, emailKey(email));
      if (account === undefined || account.disabledAt !== null) return undefined;
      const token = random.token(32);
      const tokenHash = secrets.sign(...textOf(token));
      const reset = { token_hash: tokenHash, user_id: account.userId, expires_at: clock.now() + linkLifetimeMs };
      await database.write((tx) => store.insertReset(tx, reset));
      return { to: account.email, token, tokenHash };
    },
    render: ({ to, token, tokenHash }) => ({
      subject: t('Set a new password for {service}', { service: instance.name }),
      before: [
        t('Somebody requested a new password for your account {account}. If it was you, follow this link:', {
          account: to,
        }),
      ],
      link: { label: t('Set a new password'), url: baseUrl.link(`/reset?token=${token}`) },
      after: [
        t('The link works once, within the next hour.'),
        t('If it was not you, ignore this email: your password stays as it is.'),
      ],
      // The next attempt creates its own link.
      unsent: () => database.write((tx) => store.deleteReset(tx, tokenHash)),
    }),
  });

  return {
    /** Sends a link if there is an account. Callers do not learn whether there is one. */
    request: async (email: string): Promise<void> => {
      const key = emailKey(email);
      // No account has a longer address.
      if (key.length > limits.emailBytes || !config.passwordLogin) return;
      await database.write((tx) => resetMail.enqueue(tx, { email: key }, { key: `accounts.reset-mail ${key}` }));
    },

    isOpenLink: async (token: string): Promise<boolean> => (await findOpen(token)) !== undefined,

    /**
     * Ends every session of the account, and revokes its API keys if `revokesKeys` is true or nobody has vouched for it. Throws
     * `access_denied` if the link was used or has expired.
     */
    reset: async ({ token, newPassword, revokesKeys }: WantedReset, clientNetwork: string): Promise<void> => {
      if (!config.passwordLogin)
        throw new DomainError('access_denied', 'This server does not sign users in with passwords.');
      const open = await findOpen(token);
      const email = open && (await findEmail(database.reader, open.ownerId));
      if (open === undefined || email === undefined) throw invalidLink();
      const passwordHash = await newPasswords.hash(
        { text: newPassword, email, field: 'newPassword' },
        { kind: 'signIn', network: clientNetwork },
      );
      await database.write(async (tx) => {
        const userId = await store.consumeReset(tx, open.tokenHash, clock.now());
        if (userId === undefined) throw invalidLink();
        await updatePassword(tx, userId, passwordHash);
        await store.deleteResetsOf(tx, userId);
        await deleteSessionsOf(tx, userId);
        if (revokesKeys) await revokeKeys(tx, userId, 'nobody');
        await vouching.reset(tx, userId);
        await audit.record(tx, { action: 'password.reset', actor: 'nobody', userId });
      });
    },
  };
}
