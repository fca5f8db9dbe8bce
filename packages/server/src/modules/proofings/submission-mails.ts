import { appScreens, t } from '@drive/pages';
import type { Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { findSubmission, proofingStore, type ProofingRow, type SubmissionRow } from './proofing-store.ts';

export type SubmissionMailsDeps = Pick<Ports, 'baseUrl'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
};

interface SubmissionMail {
  readonly submissionId: string;
  /** users.row_id of who is told. Jobs of earlier versions have none: the owner. */
  readonly userId?: number;
}

const mostNamed = 50;

/** Emails selections to owners. Returns the function that schedules the email. */
export function createSubmissionMails({ mails, accounts, files, baseUrl }: SubmissionMailsDeps) {
  const job = mails.defineNotice({
    type: 'proofings.mail',
    load: async ({ submissionId, userId }: SubmissionMail, reader) => {
      const submission = await findSubmission(reader, submissionId);
      const proofing = submission && (await proofingStore.find(reader, { rowId: submission.proofingRowId }));
      const owner = proofing && (await accounts.findUser(reader, userId ?? proofing.ownerId));
      if (submission === undefined || proofing === undefined || owner === undefined) return undefined;
      const rows = new Map((await files.listFiles(reader, submission.fileIds)).map((row) => [row.id, row.name]));
      return { owner, proofing, submission, names: submission.fileIds.flatMap((id) => rows.get(id) ?? []) };
    },
    render: ({ proofing, submission: { fileIds, clientName, clientEmail, comment, round }, names }) => {
      const what = { count: fileIds.length, name: proofing.name };
      const from = [clientName, clientEmail === null ? null : `<${clientEmail}>`].filter((part) => part !== null);
      const sender = from.length === 0 ? t('Somebody') : from.join(' ');
      return {
        subject: t('{count} files chosen from {name}', what),
        before: [
          t('{sender} chose {count} files from {name} (round {round}):', { ...what, sender, round }),
          ...names.slice(0, mostNamed),
          ...(names.length > mostNamed ? [t('… and {n} more.', { n: names.length - mostNamed })] : []),
          ...(comment === null || comment.trim() === '' ? [] : [t('They say: {comment}', { comment })]),
        ],
        link: { label: t('See the selections'), url: baseUrl.link(appScreens.proofing(proofing.id)) },
        after: [t('Clients chose these names themselves.')],
      };
    },
  });
  return async (tx: Tx, { id }: SubmissionRow, proofing: ProofingRow): Promise<void> => {
    for (const userId of await accounts.listResponsible(tx, { ...proofing, itemId: proofing.folderId }))
      await job.enqueue(tx, { submissionId: id, userId });
  };
}
