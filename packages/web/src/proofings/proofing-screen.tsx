import type { Proofing } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import FolderOpen from 'virtual:lucide/folder-open';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { proofingsKey } from '../api/shares.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useTitle } from '../ui/use-title.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { LinkBox } from '../sharing/link-box.tsx';
import { QueryView } from '../shell/query-view.tsx';
import { AreaBody, BackLink } from '../ui/area-frame.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ProofingBadges, refreshMs } from './proofings-screen.tsx';
import { Selections } from './selections.tsx';

const ProofingDialog = lazy(loadEarly(() => import('../sharing/proofing-dialog.tsx')));

/** A proofing: its link, its settings and the selections that came in. */
export function ProofingScreen() {
  const { proofingId = '' } = useParams({ strict: false });
  const { proofings } = useMessages().sharing;
  const query = useQuery({
    queryKey: [...proofingsKey, 'one', proofingId],
    queryFn: ({ signal }) => client.proofings.get(proofingId, { signal }).then((proofing) => proofing),
    refetchInterval: refreshMs,
  });
  useTitle(query.data?.name ?? proofings.title);
  return (
    <AreaBody>
      <BackLink to="/shared/proofings">{proofings.all}</BackLink>
      <QueryView query={query}>
        {(proofing) => (
          <>
            <ProofingCard proofing={proofing} />
            <Selections proofing={proofing} />
          </>
        )}
      </QueryView>
    </AreaBody>
  );
}

function ProofingCard({ proofing }: { readonly proofing: Proofing }) {
  const { proofings, requests } = useMessages().sharing;
  const { date, number } = useFormats();
  const navigate = useNavigate();
  const act = useAct();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { id, name, message, url, folderId, fileIds, expiresAt, maxSelections, submissionCount } = proofing;
  const isFolderGone = folderId === null && fileIds === null;
  return (
    <Card title={name} description={message ?? undefined} action={<ProofingBadges proofing={proofing} />}>
      <LinkBox url={url} />
      <Facts
        facts={[
          [proofings.shows, fileIds === null ? proofings.aFolder : proofings.files(fileIds.length)],
          [proofings.most, maxSelections === null ? proofings.noLimit : number(maxSelections)],
          [requests.expires, expiresAt === null ? requests.never : date(expiresAt)],
          [proofings.received, proofings.submissions(submissionCount)],
        ]}
      />
      {isFolderGone && (
        <p role="alert" className="mt-4 font-medium text-bad">
          {proofings.folderGone}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {folderId !== null && (
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
          <ProofingDialog proofing={proofing} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={proofings.removeTitle(name)}
          text={proofings.removeText}
          action={requests.remove}
          onConfirm={() =>
            act.run(async () => {
              await client.proofings.delete(id);
              await navigate({ to: '/shared/proofings', replace: true });
              await queryClient.invalidateQueries({ queryKey: [...proofingsKey, 'list'] });
            }, proofings.removed)
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}
