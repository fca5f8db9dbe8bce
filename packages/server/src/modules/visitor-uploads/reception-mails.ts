import { minuteMs } from '@drive/base';
import type { JobType } from '@drive/jobs';
import { humanSize, t } from '@drive/pages';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Account } from '../accounts/index.ts';
import type { ArrivedUpload, ReceivedUploadStore } from './received-upload-store.ts';

export type ReceptionMailsDeps = Pick<Ports, 'database' | 'clock' | 'baseUrl'> & { readonly mails: Mails };

/** The emails about the files that links of one kind receive. */
interface ReceptionMailKind<Job extends object> {
  /** Type of the job. */
  readonly type: string;
  /** The payload of a job, from which `linkOf` returns the link. */
  payloadOf(linkRowId: number): Job;
  linkOf(payload: Job): number;
  readonly received: ReceivedUploadStore;
  /** undefined: the link, or its owner, is gone. */
  find(reader: Reader, linkRowId: number): Promise<LinkOfMail | undefined>;
  /** The first line above the names of the files. */
  introductionOf(values: { readonly count: number; readonly name: string }): string;
  readonly linkLabel: () => string;
}

interface LinkOfMail {
  readonly owner: Account;
  readonly name: string;
  /** Path of the screen with the received files. */
  readonly screenPath: string;
}

const gatherMs = 5 * minuteMs;
const mostInOneMail = 500;
const mostNamed = 20;

/** Returns a function that schedules one email for all files of up to five minutes. */
export function createReceptionMails<Job extends object>(
  { database, clock, mails, baseUrl }: ReceptionMailsDeps,
  { type, payloadOf, linkOf, received, find, introductionOf, linkLabel }: ReceptionMailKind<Job>,
): (tx: Tx, linkRowId: number) => Promise<void> {
  const job: JobType<Job> = mails.defineNotice({
    type,
    load: async (payload: Job, reader) => {
      const linkRowId = linkOf(payload);
      const link = await find(reader, linkRowId);
      const uploads = link === undefined ? [] : await received.listUnmailed(reader, linkRowId, mostInOneMail);
      return link === undefined || uploads.length === 0 ? undefined : { ...link, linkRowId, uploads };
    },
    render: ({ name, screenPath, linkRowId, uploads }) => {
      const what = { count: uploads.length, name };
      return {
        subject: t('{count} files for {name}', what),
        before: [
          introductionOf(what),
          ...uploads.slice(0, mostNamed).map(lineOf),
          ...(uploads.length > mostNamed ? [t('… and {n} more.', { n: uploads.length - mostNamed })] : []),
        ],
        link: { label: linkLabel(), url: baseUrl.link(screenPath) },
        after: [t('Senders chose these names themselves.')],
        sent: () =>
          database.write(async (tx) => {
            const rowIds = uploads.map(({ rowId }) => rowId);
            await received.setMailed(tx, rowIds, clock.now());
            if (uploads.length === mostInOneMail) await job.enqueue(tx, payloadOf(linkRowId));
          }),
      };
    },
  });

  return (tx, linkRowId) => {
    // Each five minutes have one job: the next one mails a file that arrives while one runs.
    const stretch = Math.floor(clock.now() / gatherMs) + 1;
    return job.enqueue(tx, payloadOf(linkRowId), { key: `${linkRowId} ${stretch}`, runAt: stretch * gatherMs });
  };
}

function lineOf({ fileName, sizeBytes, uploaderName, uploaderEmail }: ArrivedUpload): string {
  const sender = [uploaderName, uploaderEmail === null ? null : `<${uploaderEmail}>`]
    .filter((part) => part !== null)
    .join(' ');
  const size = humanSize(sizeBytes);
  return sender === '' ? `${fileName} (${size})` : t('{file} ({size}) from {sender}', { file: fileName, size, sender });
}
