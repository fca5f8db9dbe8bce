import { minuteMs } from '@drive/base';
import type { JobType } from '@drive/jobs';
import { appScreens, humanSize, plural, t } from '@drive/pages';
import type { Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { listUnmailed, setMailed, type ArrivedUpload } from './collected-upload-store.ts';
import { collectionStore } from './collection-store.ts';

export type CollectionMailsDeps = Pick<Ports, 'database' | 'clock' | 'baseUrl'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
};

interface CollectionMail {
  readonly collectionRowId: number;
}

const gatherMs = 5 * minuteMs;
const mostInOneMail = 500;
const mostNamed = 20;

/** Returns a function that schedules one email for all files of up to five minutes. */
export function createCollectionMails({ database, clock, mails, accounts, baseUrl }: CollectionMailsDeps) {
  const job: JobType<CollectionMail> = mails.defineNotice({
    type: 'collections.mail',
    load: async ({ collectionRowId }: CollectionMail, reader) => {
      const collection = await collectionStore.findEvenClosed(reader, collectionRowId);
      const owner = collection && (await accounts.findUser(reader, collection.ownerId));
      if (collection === undefined || owner === undefined) return undefined;
      const uploads = await listUnmailed(reader, collectionRowId, mostInOneMail);
      return uploads.length === 0 ? undefined : { owner, collection, uploads };
    },
    render: ({ collection, uploads }) => {
      const what = { count: plural(uploads.length, '1 file', '# files'), name: collection.name };
      return {
        subject: t('{count} for {name}', what),
        before: [
          t('{count} were uploaded through your file request {name}:', what),
          ...uploads.slice(0, mostNamed).map(lineOf),
          ...(uploads.length > mostNamed ? [t('… and {n} more.', { n: uploads.length - mostNamed })] : []),
        ],
        link: { label: t('See the received files'), url: baseUrl.link(appScreens.fileRequest(collection.id)) },
        after: [t('Senders chose these names themselves.')],
        sent: () =>
          database.write(async (tx) => {
            const rowIds = uploads.map(({ rowId }) => rowId);
            await setMailed(tx, rowIds, clock.now());
            if (uploads.length === mostInOneMail) await job.enqueue(tx, { collectionRowId: collection.rowId });
          }),
      };
    },
  });

  return (tx: Tx, collectionRowId: number): Promise<void> => {
    // Each five minutes have one job: the next one mails a file that arrives while one runs.
    const stretch = Math.floor(clock.now() / gatherMs) + 1;
    return job.enqueue(tx, { collectionRowId }, { key: `${collectionRowId} ${stretch}`, runAt: stretch * gatherMs });
  };
}

function lineOf({ fileName, sizeBytes, uploaderName, uploaderEmail }: ArrivedUpload): string {
  const sender = [uploaderName, uploaderEmail === null ? null : `<${uploaderEmail}>`]
    .filter((part) => part !== null)
    .join(' ');
  const size = humanSize(sizeBytes);
  return sender === '' ? `${fileName} (${size})` : t('{file} ({size}) from {sender}', { file: fileName, size, sender });
}
