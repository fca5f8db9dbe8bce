import { appScreens, t } from '@drive/pages';
import type { Mails, RequestedMail } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

interface AccessMailPayload {
  /** Email address of the user who was given access. */
  readonly to: string;
  readonly itemId: string;
  readonly byUserId: number;
  readonly message: string | null;
}

export type AccessMail = RequestedMail<AccessMailPayload>;

/** Tells users what they were given. Dropped if it was taken away meanwhile. */
export const createAccessMail = ({
  mails,
  accounts,
  files,
  baseUrl,
  instance,
}: Pick<Ports, 'baseUrl' | 'instance'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
}): AccessMail =>
  mails.defineRequested({
    type: 'members.access-mail',
    load: async ({ to, itemId, byUserId, message }: AccessMailPayload, reader) => {
      const member = await accounts.findUserByEmail(reader, to);
      const giver = await accounts.findUser(reader, byUserId);
      const target = member && (await files.findAccessTarget(reader, member.userId, itemId));
      if (member === undefined || giver === undefined || target === undefined || target.given === null)
        return undefined;
      const screen = target.isFolder ? appScreens.folder(itemId) : appScreens.file(itemId);
      return { to, userId: member.userId, by: giver.name ?? giver.email, name: target.name, screen, message };
    },
    render: ({ by, name, screen, message }) => ({
      subject: t('{user} gave you access to {name}', { user: by, name }),
      before: [
        t('{user} gave you access to “{name}” on {service}.', { user: by, name, service: instance.name }),
        ...(message === null ? [] : [message]),
      ],
      link: { label: t('Open {name}', { name }), url: baseUrl.link(screen) },
      after: [
        t('You choose in your account when you get such emails, or none: {url}', {
          url: baseUrl.link(appScreens.account),
        }),
      ],
    }),
  });
