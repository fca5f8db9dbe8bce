import { withoutTurns } from '@drive/contract/text-direction';
import type { Item, Proofing, Submission } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import ChevronDown from 'virtual:lucide/chevron-down';
import Copy from 'virtual:lucide/copy';
import Download from 'virtual:lucide/download';
import ListChecks from 'virtual:lucide/list-checks';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { proofingsKey } from '../api/shares.ts';
import { copyText } from '../browser/copy-text.ts';
import { downloadFile, downloadZip } from '../files/actions/download.ts';
import { Thumbnail } from '../files/list/thumbnail.tsx';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { refreshMs } from './proofings-screen.tsx';

/** The selections of clients, newest first. */
export function Selections({ proofing: { id } }: { readonly proofing: Proofing }) {
  const { proofings, requests } = useMessages().sharing;
  const pages = usePages({
    queryKey: [...proofingsKey, 'one', id, 'submissions'],
    load: (cursor, signal) => client.proofings.listSubmissions(id, { limit: 20, ...cursor }, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Card title={proofings.receivedTitle} description={proofings.unverified}>
      <PagesView label={proofings.receivedTitle} pages={pages} empty={<p>{requests.nothingYet}</p>}>
        {(submission) => <SubmissionEntry key={submission.id} proofingId={id} submission={submission} />}
      </PagesView>
    </Card>
  );
}

interface SubmissionProps {
  readonly proofingId: string;
  readonly submission: Submission;
}

function SubmissionEntry({ proofingId, submission }: SubmissionProps) {
  const { proofings, requests } = useMessages().sharing;
  const { moment } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { id, round, clientName, clientEmail, comment, fileIds, createdAt } = submission;
  const client = [clientName, clientEmail].filter((each) => each !== null).join(', ');
  return (
    <Entry
      icon={<ListChecks size={22} />}
      title={client === '' ? requests.somebody : client}
      details={[proofings.round({ round }), proofings.files({ count: fileIds.length }), moment(createdAt)].join(' · ')}
      actions={
        <Button
          type="button"
          aria-expanded={isOpen}
          aria-label={proofings.showOf({ round })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : ''} />
          {proofings.show}
        </Button>
      }
    >
      {comment !== null && (
        <blockquote className="mt-2 border-s-4 border-line ps-3 text-body whitespace-pre-line wrap-anywhere">
          {withoutTurns(comment)}
        </blockquote>
      )}
      {isOpen && <ChosenFiles proofingId={proofingId} submissionId={id} chosen={fileIds.length} />}
    </Entry>
  );
}

interface ChosenFilesProps {
  readonly proofingId: string;
  readonly submissionId: string;
  /** Number of files that were selected. */
  readonly chosen: number;
}

function ChosenFiles({ proofingId, submissionId, chosen }: ChosenFilesProps) {
  const query = useQuery({
    queryKey: [...proofingsKey, 'one', proofingId, 'submission', submissionId],
    queryFn: ({ signal }) =>
      client.proofings.getSubmission(proofingId, submissionId, { signal }).then(({ files }) => files),
  });
  return (
    <div className="mt-3">
      <QueryView query={query}>{(files) => <ChosenList files={files} gone={chosen - files.length} />}</QueryView>
    </div>
  );
}

function ChosenList({ files, gone }: { readonly files: readonly Item[]; readonly gone: number }) {
  const messages = useMessages();
  const { proofings, requests } = messages.sharing;
  const act = useAct();
  const names = files.map(({ name }) => name).join('\n');
  const copy = async (): Promise<void> => {
    if (await copyText(names)) notify({ text: proofings.namesCopied });
    else notify({ kind: 'bad', text: messages.app.copyRefused({ text: names }) });
  };
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {files.map((file) => (
          <li key={file.id} className="flex items-center rounded-xl border border-line">
            <Link
              to={file.parentId === null ? '/files' : '/files/$folderId'}
              params={{ folderId: file.parentId ?? '' }}
              search={{ view: file.id }}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-xl p-1.5 hover:bg-page"
            >
              <span className="size-11 shrink-0 overflow-hidden rounded-lg bg-page">
                <Thumbnail item={file} size="row" />
              </span>
              <span className="min-w-0 truncate text-body" dir="auto">
                {shownName(file.name)}
              </span>
            </Link>
            <IconButton
              type="button"
              label={requests.download({ file: file.name })}
              icon={<Download size={20} />}
              disabled={act.isPending}
              onClick={() => act.run(() => downloadFile(file))}
            />
          </li>
        ))}
      </ul>
      {gone > 0 && <p className="mt-2 text-sm text-muted">{proofings.gone({ count: gone })}</p>}
      {files.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button type="button" disabled={act.isPending} onClick={() => act.run(() => downloadZip(files, messages))}>
            <Download size={18} aria-hidden />
            {messages.actions.downloadZip}
          </Button>
          <Button type="button" onClick={() => void copy()}>
            <Copy size={18} aria-hidden />
            {proofings.copyNames}
          </Button>
        </div>
      )}
    </>
  );
}
