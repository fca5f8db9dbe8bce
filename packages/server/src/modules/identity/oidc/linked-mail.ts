import { isoTime } from '@drive/base';
import { appScreens, t } from '@drive/pages';
import type { Tx } from '../../../platform/db/index.ts';
import type { Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findEmail } from '../../accounts/index.ts';
import type { Issuer } from './issuer.ts';

/** Emails users (users.row_id) whose account an identity with their email address has begun to use. */
export function createLinkedMail(
  { baseUrl, clock, mails }: Pick<Ports, 'baseUrl' | 'clock'> & { readonly mails: Mails },
  issuer: Pick<Issuer, 'name'>,
) {
  const job = mails.defineSecurity({
    type: 'identity.linked-mail',
    load: async ({ userId, at }: { readonly userId: number; readonly at: number }, reader) => {
      const to = await findEmail(reader, userId);
      return to === undefined ? undefined : { to, at };
    },
    render: ({ to, at }) => ({
      subject: t('You can sign in with {name}', { name: issuer.name }),
      before: [
        `${t('{name} has verified that {account} is your address, and signs in to your account from now on.', { name: issuer.name, account: to })} ${t('Time of the change: {at}.', { at: isoTime(at) })}`,
      ],
      link: { label: t('Your account'), url: baseUrl.link(appScreens.security) },
      after: [
        t('If it was you, ignore this email.'),
        t('If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.'),
      ],
    }),
  });
  return {
    enqueue: (tx: Tx, userId: number): Promise<void> => job.enqueue(tx, { userId, at: clock.now() }),
  };
}
