import type { Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { findSubmission, proofingStore, type SubmissionRow } from './proofing-store.ts';

export type SubmissionMailsDeps = Pick<Ports, 'database' | 'baseUrl'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
};

const mostNamed = 50;

/** E-mails owners what a client selected. Returns the function that schedules it. */
export function createSubmissionMails({ database, mails, accounts, files, baseUrl }: SubmissionMailsDeps) {
  const job = mails.defineNotice<{ readonly submissionId: string }>({
    type: 'proofings.mail',
    render: async ({ submissionId }) => {
      const { reader } = database;
      const submission = await findSubmission(reader, submissionId);
      const proofing = submission && (await proofingStore.find(reader, { rowId: submission.proofingRowId }));
      const owner = proofing && (await accounts.findUser(reader, proofing.ownerId));
      if (submission === undefined || proofing === undefined || owner === undefined) return undefined;
      const { fileIds, clientName, clientEmail, comment, round } = submission;
      const rows = new Map((await files.listFiles(reader, fileIds)).map((row) => [row.id, row.name]));
      const names = fileIds.flatMap((id) => rows.get(id) ?? []);
      const count = fileIds.length === 1 ? '1 file' : `${fileIds.length} files`;
      const from = [clientName, clientEmail === null ? null : `<${clientEmail}>`].filter((part) => part !== null);
      const sender = from.length === 0 ? 'Somebody' : from.join(' ');
      return {
        ownerId: owner.userId,
        to: owner.email,
        subject: `${count} chosen from ${proofing.name}`,
        before: [
          `${sender} chose ${count} from ${proofing.name} (round ${round}):`,
          ...names.slice(0, mostNamed),
          ...(names.length > mostNamed ? [`… and ${names.length - mostNamed} more.`] : []),
          ...(comment === null || comment.trim() === '' ? [] : [`They say: ${comment}`]),
        ],
        link: { label: 'See what was chosen', url: baseUrl.link(`/proof/${proofing.token}/selections`) },
        after: ['The names of clients are what they gave themselves.'],
      };
    },
  });
  return (tx: Tx, { id }: SubmissionRow): Promise<void> => job.enqueue(tx, { submissionId: id });
}
