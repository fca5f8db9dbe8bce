import type { CollectedFile, Collection } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import File from 'virtual:lucide/file';
import FolderOpen from 'virtual:lucide/folder-open';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useTitle } from '../ui/use-title.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { LinkBox } from '../sharing/link-box.tsx';
import { PagesView } from '../shell/pages-view.tsx';
import { QueryView } from '../shell/query-view.tsx';
import { AreaBody, BackLink } from '../ui/area-frame.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { refreshMs, reloadRequests, RequestBadges, requestsKey } from './requests-screen.tsx';
import { shownName } from '../ui/shown-name.ts';

const RequestDialog = lazy(loadEarly(() => import('./request-dialog.tsx')));

/** A file request: its link, its settings and the files that came in. */
export function RequestScreen() {
  const { requestId = '' } = useParams({ strict: false });
  const { requests } = useMessages().sharing;
  const query = useQuery({
    queryKey: [...requestsKey, 'one', requestId],
    queryFn: ({ signal }) => client.collections.get(requestId, { signal }).then((request) => request),
    refetchInterval: refreshMs,
  });
  useTitle(query.data?.name ?? requests.title);
  return (
    <AreaBody>
      <BackLink to="/shared/requests">{requests.all}</BackLink>
      <QueryView query={query}>
        {(request) => (
          <>
            <RequestCard request={request} />
            <ReceivedFiles request={request} />
          </>
        )}
      </QueryView>
    </AreaBody>
  );
}

function RequestCard({ request }: { readonly request: Collection }) {
  const { sharing } = useMessages();
  const { requests } = sharing;
  const { date, number, size } = useFormats();
  const navigate = useNavigate();
  const act = useAct();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { id, name, message, url, folderId, expiresAt, fileCount, pendingCount, maxFiles, maxFileBytes } = request;
  return (
    <Card title={name} description={message ?? undefined} action={<RequestBadges request={request} />}>
      <LinkBox url={url} />
      <Facts
        facts={[
          [
            requests.files,
            maxFiles === null ? requests.received(fileCount) : requests.limit(number(fileCount), number(maxFiles)),
          ],
          ...(pendingCount > 0 ? [[requests.pending, number(pendingCount)] as const] : []),
          [requests.expires, expiresAt === null ? requests.never : date(expiresAt)],
          [requests.types, request.allowedTypes?.join(', ') ?? requests.allTypes],
          ...(maxFileBytes === null ? [] : [[requests.maxSize, size(maxFileBytes)] as const]),
          [requests.sender, request.requireName ? requests.nameNeeded : requests.nameOptional],
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        {folderId === null ? (
          <p role="alert" className="w-full font-medium text-bad">
            {requests.folderGone}
          </p>
        ) : (
          <Link to="/files/$folderId" params={{ folderId }} className={buttonClass('primary')}>
            <FolderOpen size={18} aria-hidden />
            {requests.openFolder}
          </Link>
        )}
        <Button type="button" onClick={() => setOpen('edit')}>
          {requests.edit}
        </Button>
        <Button type="button" className="text-bad!" onClick={() => setOpen('delete')}>
          {requests.remove}
        </Button>
      </div>
      {open === 'edit' && (
        <Suspense>
          <RequestDialog request={request} onSaved={() => void reloadRequests()} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={requests.removeTitle(name)}
          text={requests.removeText}
          action={requests.remove}
          onConfirm={() =>
            act.run(async () => {
              await client.collections.delete(id);
              await navigate({ to: '/shared/requests', replace: true });
              await queryClient.invalidateQueries({ queryKey: [...requestsKey, 'list'] });
            }, requests.removed)
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

function ReceivedFiles({ request: { id, folderId } }: { readonly request: Collection }) {
  const { requests } = useMessages().sharing;
  const pages = usePages({
    queryKey: [...requestsKey, 'one', id, 'files'],
    load: (cursor, signal) => client.collections.listUploads(id, { limit: 50, ...cursor }, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Card title={requests.receivedTitle} description={requests.unverified}>
      <PagesView label={requests.receivedTitle} pages={pages} empty={<p>{requests.nothingYet}</p>}>
        {(file) => <ReceivedEntry key={file.fileId} file={file} folderId={folderId} />}
      </PagesView>
    </Card>
  );
}

function ReceivedEntry({ file, folderId }: { readonly file: CollectedFile; readonly folderId: string | null }) {
  const { requests } = useMessages().sharing;
  const { moment, size } = useFormats();
  const { fileId, fileName, sizeBytes, uploaderName, uploaderEmail, uploadedAt } = file;
  const sender = [uploaderName, uploaderEmail].filter((each) => each !== null).join(', ');
  return (
    <Entry
      icon={<File size={22} />}
      title={
        folderId === null ? (
          shownName(fileName)
        ) : (
          <Link
            to="/files/$folderId"
            params={{ folderId }}
            search={{ view: fileId }}
            className="inline-flex min-h-11 items-center hover:underline"
          >
            {shownName(fileName)}
          </Link>
        )
      }
      details={[sender === '' ? requests.somebody : sender, size(sizeBytes), moment(uploadedAt)].join(' · ')}
    />
  );
}
