import type { CollectedFile, Collection } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy } from 'react';
import Download from 'virtual:lucide/download';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { downloadFile } from '../files/actions/download.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { LinkActions, LinkScreen } from '../links/link-screen.tsx';
import { namedKind } from '../links/named-kind.ts';
import { PagesView } from '../screen/pages-view.tsx';
import { LinkBox } from '../sharing/link-box.tsx';
import { IconButton } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { KindTile } from '../ui/kind-icon.tsx';
import { shownName } from '../ui/shown-name.ts';
import { refreshMs, reloadRequests, RequestBadges, requestsKey } from './requests-screen.tsx';

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
  return (
    <LinkScreen query={query} title={query.data?.name ?? requests.title} list="/shared/requests" all={requests.all}>
      {(request) => (
        <>
          <RequestCard request={request} />
          <ReceivedFiles request={request} />
        </>
      )}
    </LinkScreen>
  );
}

function RequestCard({ request }: { readonly request: Collection }) {
  const { requests } = useMessages().sharing;
  const { date, number, size } = useFormats();
  const { id, name, message, url, folderId, expiresAt, fileCount, pendingCount, maxFiles, maxFileBytes } = request;
  return (
    <Card title={name} description={message ?? undefined} action={<RequestBadges request={request} />}>
      <LinkBox url={url} />
      <Facts
        facts={[
          [
            requests.files,
            maxFiles === null
              ? requests.received({ count: fileCount })
              : requests.limit({ received: number(fileCount), most: number(maxFiles) }),
          ],
          ...(pendingCount > 0 ? [[requests.pending, number(pendingCount)] as const] : []),
          [requests.expires, expiresAt === null ? requests.never : date(expiresAt)],
          [requests.types, request.allowedTypes?.join(', ') ?? requests.allTypes],
          ...(maxFileBytes === null ? [] : [[requests.maxSize, size(maxFileBytes)] as const]),
          [requests.sender, request.requireName ? requests.nameNeeded : requests.nameOptional],
        ]}
      />
      <LinkActions
        folderId={folderId}
        folderGone={requests.folderGone}
        editor={(onClose) => (
          <RequestDialog request={request} onSaved={() => void reloadRequests()} onClose={onClose} />
        )}
        removal={{
          label: requests.remove,
          title: requests.removeTitle({ name }),
          text: requests.removeText,
          removed: requests.removed,
          remove: () => client.collections.delete(id),
          reload: () => queryClient.invalidateQueries({ queryKey: [...requestsKey, 'list'] }),
          list: '/shared/requests',
        }}
      />
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
  const act = useAct();
  const { fileId, fileName, sizeBytes, uploaderName, uploaderEmail, uploadedAt } = file;
  const sender = [uploaderName, uploaderEmail].filter((each) => each !== null).join(', ');
  return (
    <Entry
      icon={<KindTile kind={namedKind(fileName)} name={fileName} size={20} />}
      title={
        // The file may be elsewhere by now: the viewer shows it all the same.
        <Link
          to={folderId === null ? '/files' : '/files/$folderId'}
          params={{ folderId: folderId ?? '' }}
          search={{ view: fileId }}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {shownName(fileName)}
        </Link>
      }
      details={[sender === '' ? requests.somebody : sender, size(sizeBytes), moment(uploadedAt)].join(' · ')}
      actions={
        <IconButton
          type="button"
          label={requests.download({ file: fileName })}
          icon={<Download size={20} />}
          disabled={act.isPending}
          onClick={() => act.run(() => downloadFile({ id: fileId }))}
        />
      }
    />
  );
}
