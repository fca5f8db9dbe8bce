import type { Ports } from '../../platform/ports/ports.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

interface QuarantineMail {
  /** items.id */
  readonly fileId: string;
  readonly quarantined: boolean;
  readonly reason: string | null;
}

/** E-mail to the owner of a file that an administrator quarantined or released. Files without an owner send none. */
export function createQuarantineMail({
  database,
  mails,
  accounts,
  files,
}: Pick<Ports, 'database'> & { readonly mails: Mails; readonly accounts: Accounts; readonly files: Files }) {
  return mails.defineNotice<QuarantineMail>({
    type: 'admin.quarantine-mail',
    render: async ({ fileId, quarantined, reason }) => {
      const file = await files.findFile(database.reader, fileId);
      // Nothing is sent if the file was deleted, or its state changed back, before this job ran.
      if (file === undefined || file.quarantined !== quarantined || file.name === '') return undefined;
      const owner = await accounts.findUser(database.reader, file.ownerId);
      if (owner === undefined) return undefined;
      const mail = quarantined
        ? {
            subject: 'Your file was quarantined',
            before: [
              `An administrator of this server quarantined ${file.name}. You can still download it; links to it are closed until it is released.`,
              ...(reason === null ? [] : [`Reason: ${reason}`]),
            ],
          }
        : {
            subject: 'Your file was released',
            before: [`${file.name} is no longer quarantined. Links to it work again.`],
          };
      return { ownerId: owner.userId, to: owner.email, ...mail };
    },
  });
}
