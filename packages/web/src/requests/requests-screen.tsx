import type { Collection } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import Inbox from 'virtual:lucide/inbox';
import Plus from 'virtual:lucide/plus';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { AreaBody } from '../screen/area-frame.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-field.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { shownName } from '../ui/shown-name.ts';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';

const RequestDialog = lazy(loadEarly(() => import('./request-dialog.tsx')));

export const requestsKey = ['file-requests'] as const;
export const reloadRequests = () => queryClient.invalidateQueries({ queryKey: requestsKey });

/** Files arrive while the owner looks on. */
export const refreshMs = 15_000;

const isFull = ({ maxFiles, fileCount }: Collection): boolean => maxFiles !== null && fileCount >= maxFiles;
const isExpired = ({ expiresAt }: Collection): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** The user's file requests. */
export function RequestsScreen() {
  const { requests } = useMessages().sharing;
  useTitle(requests.title);
  const pages = usePages({
    queryKey: [...requestsKey, 'list'],
    load: (cursor, signal) => client.collections.list({ limit: 50, ...cursor }, { signal }),
    refetchInterval: refreshMs,
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <AreaBody>
      <Card
        title={requests.title}
        description={requests.description}
        action={
          <Button type="button" kind="primary" onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            {requests.create}
          </Button>
        }
      >
        <PagesView
          label={requests.title}
          pages={pages}
          empty={
            <StatePage icon={<Inbox size={36} />} title={requests.none}>
              <p>{requests.noneText}</p>
            </StatePage>
          }
        >
          {(request) => <RequestEntry key={request.id} request={request} />}
        </PagesView>
      </Card>
      {isCreating && (
        <Suspense>
          <RequestDialog onSaved={() => void reloadRequests()} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </AreaBody>
  );
}

function RequestEntry({ request }: { readonly request: Collection }) {
  const { requests } = useMessages().sharing;
  const { date } = useFormats();
  const { id, name, url, fileCount, createdAt, expiresAt } = request;
  const facts = [
    requests.received({ count: fileCount }),
    expiresAt === null ? requests.createdAt({ date: date(createdAt) }) : requests.expiresAt({ date: date(expiresAt) }),
  ];
  return (
    <Entry
      icon={<Inbox size={22} />}
      title={
        <Link
          to="/shared/requests/$requestId"
          params={{ requestId: id }}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {shownName(name)}
        </Link>
      }
      badges={<RequestBadges request={request} />}
      details={facts.join(' · ')}
      actions={<CopyButton label={requests.copy({ name })} value={url} />}
    />
  );
}

/** Marks a file request that is closed or needs a password. */
export function RequestBadges({ request }: { readonly request: Collection }) {
  const { badges } = useMessages().sharing.requests;
  return (
    <>
      {isExpired(request) && <Badge kind="bad">{badges.expired}</Badge>}
      {isFull(request) && <Badge kind="bad">{badges.full}</Badge>}
      {request.folderId === null && <Badge kind="bad">{badges.noFolder}</Badge>}
      {request.passwordProtected && <Badge>{badges.password}</Badge>}
    </>
  );
}
