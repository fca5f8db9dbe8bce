import type { Database, Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

export interface QuarantineMailsDeps {
  readonly database: Database;
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
}

interface QuarantineMail {
  /** items.id */
  readonly fileId: string;
  readonly quarantined: boolean;
  readonly reason: string | null;
}

/** Tells owners, who would else wonder why nobody gets at their file; nobody where it has no owner. */
export type TellOwner = (tx: Tx, mail: QuarantineMail) => Promise<void>;

export function createQuarantineMails({ database, mails, accounts, files }: QuarantineMailsDeps): TellOwner {
  const job = mails.defineNotice<QuarantineMail>({
    type: 'admin.quarantine-mail',
    render: async ({ fileId, quarantined, reason }) => {
      const file = await files.findFile(database.reader, fileId);
      // Changed back meanwhile, or gone: there is nothing to tell any more.
      if (file === undefined || file.quarantined !== quarantined || file.name === '') return undefined;
      const owner = await accounts.findUser(database.reader, file.ownerId);
      if (owner === undefined) return undefined;
      const mail = quarantined
        ? {
            subject: 'A file of yours is held back',
            before: [
              `An administrator of this server holds ${file.name} back. You still have it; links to it are closed until it is released.`,
              ...(reason === null ? [] : [`The reason given: ${reason}`]),
            ],
          }
        : {
            subject: 'A file of yours is released',
            before: [`${file.name} is no longer held back. Links to it work again.`],
          };
      return { ownerId: owner.userId, to: owner.email, ...mail };
    },
  });
  return (tx, mail) => job.enqueue(tx, mail);
}
