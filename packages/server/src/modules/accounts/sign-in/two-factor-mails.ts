import { isoTime } from '@drive/base';
import { appScreens } from '@drive/pages';
import type { Tx } from '../../../platform/db/index.ts';
import type { Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findEmail } from '../users/user-store.ts';

const changes = {
  totp_enabled: ['is on', 'was turned on. Signing in now asks for a code after the password'],
  totp_disabled: ['is off', 'was turned off. Signing in now asks for the password only'],
  totp_reset: ['was reset', 'was turned off by an operator of this server. Signing in now asks for the password only'],
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
    render: ({ to, change: [state, what], at }) => ({
      subject: `Two-factor authentication ${state}`,
      before: [`Two-factor authentication of your account ${to} ${what}. Time of the change: ${isoTime(at)}.`],
      link: { label: 'Your account', url: baseUrl.link(appScreens.security) },
      after: [
        'If it was you, ignore this email.',
        'If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.',
      ],
    }),
  });
  return {
    enqueue: (tx: Tx, userId: number, change: keyof typeof changes): Promise<void> =>
      job.enqueue(tx, { userId, change, at: clock.now() }),
  };
}
