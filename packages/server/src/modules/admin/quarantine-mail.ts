import type { Mails } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

interface QuarantineMail {
  readonly fileId: string;
  readonly quarantined: boolean;
  readonly reason: string | null;
}

/** E-mail to the owner of a file that an administrator quarantined or released. Files without an owner send none. */
export const createQuarantineMail = ({
  mails,
  accounts,
  files,
}: {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
}) =>
  mails.defineNotice({
    type: 'admin.quarantine-mail',
    load: async ({ fileId, quarantined, reason }: QuarantineMail, reader) => {
      const file = await files.findFile(reader, fileId);
      // Nothing is sent if the file was deleted, or its state changed back, before this job ran.
      if (file === undefined || file.quarantined !== quarantined || file.name === '') return undefined;
      const owner = await accounts.findUser(reader, file.ownerId);
      return owner && { owner, name: file.name, quarantined, reason };
    },
    render: ({ name, quarantined, reason }) =>
      quarantined
        ? {
            subject: 'Your file was quarantined',
            before: [
              `An administrator of this server quarantined ${name}. You can still download it; links to it are closed until it is released.`,
              ...(reason === null ? [] : [`Reason: ${reason}`]),
            ],
          }
        : {
            subject: 'Your file was released',
            before: [`${name} is no longer quarantined. Links to it work again.`],
          },
  });
