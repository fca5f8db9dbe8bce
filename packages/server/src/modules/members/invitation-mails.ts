import { t } from '@drive/pages';
import type { Mails, RequestedMail } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { accessInvites } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';

interface InvitationMailPayload {
  readonly to: string;
  /** invites.id */
  readonly inviteId: string;
  /** Its encrypted token. */
  readonly sealed: string;
  readonly byUserId: number;
  readonly message: string | null;
}

export type InvitationMail = RequestedMail<InvitationMailPayload>;

/** Invites somebody to what a user gives them. Dropped if the invitation was revoked or used meanwhile. */
export const createInvitationMail = ({
  database,
  mails,
  accounts,
  baseUrl,
  instance,
}: Pick<Ports, 'database' | 'baseUrl' | 'instance'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
}): InvitationMail =>
  mails.defineRequested({
    type: 'members.invitation-mail',
    load: async ({ to, inviteId, sealed, byUserId, message }: InvitationMailPayload, reader) => {
      const url = await accounts.invites.unsealedUrl(inviteId, sealed);
      const giver = await accounts.findUser(reader, byUserId);
      const item = await accessInvites.findInvitedItem(database.reader, inviteId);
      if (url === undefined || giver === undefined || item === undefined) return undefined;
      return { to, url, by: giver.name ?? giver.email, name: item.itemName || (item.driveName ?? ''), message };
    },
    render: ({ url, by, name, message }) => ({
      subject: t('{user} gives you access to {name}', { user: by, name }),
      before: [
        t('{user} gives you access to “{name}” on {service} at {host}.', {
          user: by,
          name,
          service: instance.name,
          host: new URL(baseUrl.origin).host,
        }),
        ...(message === null ? [] : [message]),
      ],
      link: { label: t('Accept'), url },
      after: [
        t('You need an account with this email address, which the link creates if you have none. The link works once.'),
        t('If you did not expect this invitation, ignore this email.'),
      ],
    }),
  });
