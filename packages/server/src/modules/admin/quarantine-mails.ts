import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { writeLetter, type Mailer } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

export interface QuarantineMailsDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly accounts: Accounts;
  readonly files: Files;
}

interface QuarantineMail {
  /** items.id */
  readonly fileId: string;
  readonly quarantined: boolean;
  readonly reason: string | null;
}

const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs];

/** Tells owners, who would else wonder why nobody gets at their file; nobody where it has no owner. */
export type TellOwner = (tx: Tx, mail: QuarantineMail) => Promise<void>;

export function createQuarantineMails({ database, jobs, mailer, accounts, files }: QuarantineMailsDeps): TellOwner {
  const job = jobs.define<QuarantineMail>({
    type: 'admin.quarantine-mail',
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async ({ fileId, quarantined, reason }) => {
      const file = await files.findFile(database.reader, fileId);
      // Changed back meanwhile, or gone: there is nothing to tell any more.
      if (file === undefined || file.quarantined !== quarantined || file.name === '') return;
      const owner = await accounts.findUser(database.reader, file.ownerId);
      if (owner === undefined) return;
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
      await mailer.send(writeLetter({ to: owner.email, ...mail }));
    },
  });
  return (tx, mail) => job.enqueue(tx, mail);
}
