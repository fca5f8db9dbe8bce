import type { Proofing } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy } from 'react';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { proofingsKey } from '../api/shares.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { LinkActions, LinkScreen } from '../links/link-screen.tsx';
import { LinkBox } from '../sharing/link-box.tsx';
import { Card, Facts } from '../ui/card.tsx';
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
  return (
    <LinkScreen query={query} title={query.data?.name ?? proofings.title} list="/shared/proofings" all={proofings.all}>
      {(proofing) => (
        <>
          <ProofingCard proofing={proofing} />
          <Selections proofing={proofing} />
        </>
      )}
    </LinkScreen>
  );
}

function ProofingCard({ proofing }: { readonly proofing: Proofing }) {
  const { proofings, requests } = useMessages().sharing;
  const { date, number } = useFormats();
  const { id, name, message, url, folderId, fileIds, expiresAt, maxSelections, submissionCount } = proofing;
  return (
    <Card title={name} description={message ?? undefined} action={<ProofingBadges proofing={proofing} />}>
      <LinkBox url={url} />
      <Facts
        facts={[
          [proofings.shows, fileIds === null ? proofings.aFolder : proofings.files({ count: fileIds.length })],
          [proofings.most, maxSelections === null ? proofings.noLimit : number(maxSelections)],
          [requests.expires, expiresAt === null ? requests.never : date(expiresAt)],
          [proofings.received, proofings.submissions({ count: submissionCount })],
        ]}
      />
      <LinkActions
        folderId={fileIds === null ? folderId : undefined}
        folderGone={proofings.folderGone}
        editor={(onClose) => <ProofingDialog proofing={proofing} onClose={onClose} />}
        removal={{
          label: requests.remove,
          title: proofings.removeTitle({ name }),
          text: proofings.removeText,
          removed: proofings.removed,
          remove: () => client.proofings.delete(id),
          reload: () => queryClient.invalidateQueries({ queryKey: [...proofingsKey, 'list'] }),
          list: '/shared/proofings',
        }}
      />
    </Card>
  );
}
