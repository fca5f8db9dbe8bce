import type { Proofing } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import Images from 'virtual:lucide/images';
import Plus from 'virtual:lucide/plus';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { proofingsKey } from '../api/shares.ts';
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

const ProofingDialog = lazy(loadEarly(() => import('../sharing/proofing-dialog.tsx')));

/** Selections arrive while the owner looks on. */
export const refreshMs = 15_000;

const isExpired = ({ expiresAt }: Proofing): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** The user's proofings. */
export function ProofingsScreen() {
  const { proofings } = useMessages().sharing;
  useTitle(proofings.title);
  const pages = usePages({
    queryKey: [...proofingsKey, 'list'],
    load: (cursor, signal) => client.proofings.list({ limit: 50, ...cursor }, { signal }),
    refetchInterval: refreshMs,
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <AreaBody>
      <Card
        title={proofings.title}
        description={proofings.description}
        action={
          <Button type="button" kind="primary" onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            {proofings.create}
          </Button>
        }
      >
        <PagesView
          label={proofings.title}
          pages={pages}
          empty={
            <StatePage icon={<Images size={36} />} title={proofings.none}>
              <p>{proofings.noneText}</p>
            </StatePage>
          }
        >
          {(proofing) => <ProofingEntry key={proofing.id} proofing={proofing} />}
        </PagesView>
      </Card>
      {isCreating && (
        <Suspense>
          <ProofingDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </AreaBody>
  );
}

function ProofingEntry({ proofing }: { readonly proofing: Proofing }) {
  const { proofings, requests } = useMessages().sharing;
  const { date } = useFormats();
  const { id, name, url, submissionCount, createdAt, expiresAt } = proofing;
  const facts = [
    proofings.submissions({ count: submissionCount }),
    expiresAt === null ? requests.createdAt({ date: date(createdAt) }) : requests.expiresAt({ date: date(expiresAt) }),
  ];
  return (
    <Entry
      icon={<Images size={22} />}
      title={
        <Link
          to="/shared/proofings/$proofingId"
          params={{ proofingId: id }}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {shownName(name)}
        </Link>
      }
      badges={<ProofingBadges proofing={proofing} />}
      details={facts.join(' · ')}
      actions={<CopyButton label={requests.copy({ name })} value={url} />}
    />
  );
}

/** Marks a proofing that is closed or needs a password. */
export function ProofingBadges({ proofing }: { readonly proofing: Proofing }) {
  const { badges } = useMessages().sharing.requests;
  return (
    <>
      {isExpired(proofing) && <Badge kind="bad">{badges.expired}</Badge>}
      {proofing.passwordProtected && <Badge>{badges.password}</Badge>}
    </>
  );
}
