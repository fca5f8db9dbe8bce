import { minuteMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import { humanSize } from '../../pages/human-size.ts';
import type { Accounts } from '../accounts/index.ts';
import { findEvenClosed } from './store.ts';
import { listUntold, setTold, type ArrivedUpload } from './upload-store.ts';

export interface CollectionMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly config: { readonly baseUrl: string };
}

interface CollectionMail {
  readonly collectionRowId: number;
}

/** Tells owners what has come: one mail for all that comes within five minutes. */
export interface CollectionMails {
  /** A file has come; told of with those that follow it soon. */
  arrived(tx: Tx, collectionRowId: number): Promise<void>;
}

const gatherMs = 5 * minuteMs;
const mostInOneMail = 500;
const mostNamed = 20;

export function createCollectionMails({ database, clock, mails, accounts, config }: CollectionMailsDeps) {
  const job: JobType<CollectionMail> = mails.defineNotice<CollectionMail>({
    type: 'collections.mail',
    render: async ({ collectionRowId }) => {
      const collection = await findEvenClosed(database.reader, collectionRowId);
      const owner = collection && (await accounts.findUser(database.reader, collection.ownerId));
      if (collection === undefined || owner === undefined) return undefined;
      const uploads = await listUntold(database.reader, collectionRowId, mostInOneMail);
      if (uploads.length === 0) return undefined;
      const count = uploads.length === 1 ? '1 file' : `${uploads.length} files`;
      return {
        ownerId: owner.userId,
        to: owner.email,
        subject: `${count} for ${collection.name}`,
        before: [
          `${count} came in through your file request ${collection.name}:`,
          ...uploads.slice(0, mostNamed).map(lineOf),
          ...(uploads.length > mostNamed ? [`… and ${uploads.length - mostNamed} more.`] : []),
        ],
        link: { label: 'See what has come in', url: `${config.baseUrl}/collect/${collection.token}/received` },
        after: ['The names of senders are what they gave themselves.'],
        sent: () =>
          database.write(async (tx) => {
            const rowIds = uploads.map(({ rowId }) => rowId);
            await setTold(tx, rowIds, clock.now());
            if (uploads.length === mostInOneMail) await job.enqueue(tx, { collectionRowId });
          }),
      };
    },
  });

  return {
    arrived: (tx: Tx, collectionRowId: number): Promise<void> => {
      // Each stretch of time has a job of its own: what comes while one is at work must not go unmentioned.
      const stretch = Math.floor(clock.now() / gatherMs) + 1;
      return job.enqueue(tx, { collectionRowId }, { key: `${collectionRowId} ${stretch}`, runAt: stretch * gatherMs });
    },
  } satisfies CollectionMails;
}

function lineOf({ fileName, sizeBytes, uploader: { name, email } }: ArrivedUpload): string {
  const from = [name, email === null ? null : `<${email}>`].filter((part) => part !== null).join(' ');
  return `${fileName} (${humanSize(sizeBytes)})${from === '' ? '' : ` from ${from}`}`;
}
