import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import { findEmail } from './user-store.ts';

export type SecurityChange = 'totp_enabled' | 'totp_disabled' | 'totp_reset';

export interface SecurityMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mails: Mails;
  readonly baseUrl: string;
}

export interface SecurityMails {
  /** Mails the owner of an account (users.row_id) about a change of how it is protected, together with that change. */
  enqueue(tx: Tx, userId: number, change: SecurityChange): Promise<void>;
}

const changes: Readonly<Record<SecurityChange, { readonly subject: string; readonly what: string }>> = {
  totp_enabled: {
    subject: 'Two-factor authentication is on',
    what: 'was switched on. Signing in now asks for a code after the password',
  },
  totp_disabled: {
    subject: 'Two-factor authentication is off',
    what: 'was switched off. Signing in now asks for the password alone',
  },
  totp_reset: {
    subject: 'Two-factor authentication was reset',
    what: 'was switched off by whoever runs this server. Signing in now asks for the password alone',
  },
};

export function createSecurityMails({ database, clock, mails, baseUrl }: SecurityMailsDeps): SecurityMails {
  const job = mails.defineSecurity<{ readonly userId: number; readonly change: SecurityChange; readonly at: number }>({
    type: 'accounts.security-mail',
    render: async ({ userId, change, at }) => {
      const email = await findEmail(database.reader, userId);
      if (email === undefined) return undefined;
      const { subject, what } = changes[change];
      return {
        to: email,
        subject,
        before: [`Two-factor authentication of your account ${email} ${what}. Time of the change: ${isoTime(at)}.`],
        link: { label: 'Your account', url: `${baseUrl}/account` },
        after: [
          'If it was you, there is nothing to do.',
          'If it was not, set a new password now, end the other sessions on that page, and tell whoever runs this server.',
        ],
      };
    },
  });
  return {
    enqueue: (tx, userId, change) => job.enqueue(tx, { userId, change, at: clock.now() }),
  };
}
