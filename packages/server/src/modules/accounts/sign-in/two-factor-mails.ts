import { isoTime } from '@drive/base';
import { appScreens, t } from '@drive/pages';
import type { Tx } from '../../../platform/db/index.ts';
import type { Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findEmail } from '../users/user-store.ts';

const changes = {
  totp_enabled: [
    'Two-factor authentication is on',
    'Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.',
  ],
  totp_disabled: [
    'Two-factor authentication is off',
    'Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.',
  ],
  passkey_added: [
    'Two-factor authentication is on',
    'Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.',
  ],
  passkey_removed: ['A passkey was removed', 'A passkey of your account {account} was removed.'],
  totp_reset: [
    'Two-factor authentication was reset',
    'Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.',
  ],
} as const;

export type TwoFactorMails = ReturnType<typeof createTwoFactorMails>;

/** Emails users (users.row_id) about each change of their two-factor authentication, in the transaction of the change. */
export function createTwoFactorMails(deps: Pick<Ports, 'baseUrl' | 'clock'> & { readonly mails: Mails }) {
  const { baseUrl, clock, mails } = deps;
  const job = mails.defineSecurity({
    type: 'accounts.security-mail',
    load: async (
      { userId, change, at }: { readonly userId: number; readonly change: keyof typeof changes; readonly at: number },
      reader,
    ) => {
      const to = await findEmail(reader, userId);
      return to === undefined ? undefined : { to, change: changes[change], at };
    },
    render: ({ to, change: [subject, what], at }) => ({
      subject: t(subject),
      before: [`${t(what, { account: to })} ${t('Time of the change: {at}.', { at: isoTime(at) })}`],
      link: { label: t('Your account'), url: baseUrl.link(appScreens.security) },
      after: [
        t('If it was you, ignore this email.'),
        t(
          'If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.',
        ),
      ],
    }),
  });
  return {
    enqueue: (tx: Tx, userId: number, change: keyof typeof changes): Promise<void> =>
      job.enqueue(tx, { userId, change, at: clock.now() }),
  };
}
