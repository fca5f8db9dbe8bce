import type { Paste } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import ClipboardType from 'virtual:lucide/clipboard-type';
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

const PasteDialog = lazy(loadEarly(() => import('./paste-dialog.tsx')));

export const pastesKey = ['pastes'] as const;
export const reloadPastes = () => queryClient.invalidateQueries({ queryKey: [...pastesKey, 'list'] });

/** The user's pastes. */
export function PastesScreen() {
  const { pastes } = useMessages().sharing;
  useTitle(pastes.title);
  const pages = usePages({
    queryKey: [...pastesKey, 'list'],
    load: (cursor, signal) => client.pastes.list({ limit: 50, ...cursor }, { signal }),
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <AreaBody>
      <Card
        title={pastes.title}
        description={pastes.description}
        action={
          <Button type="button" kind="primary" onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            {pastes.create}
          </Button>
        }
      >
        <PagesView
          label={pastes.title}
          pages={pages}
          empty={
            <StatePage icon={<ClipboardType size={36} />} title={pastes.none}>
              <p>{pastes.noneText}</p>
            </StatePage>
          }
        >
          {(paste) => <PasteEntry key={paste.id} paste={paste} />}
        </PagesView>
      </Card>
      {isCreating && (
        <Suspense>
          <PasteDialog onSaved={() => void reloadPastes()} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </AreaBody>
  );
}

function PasteEntry({ paste }: { readonly paste: Paste }) {
  const { pastes } = useMessages().sharing;
  const { size, date } = useFormats();
  const { id, title, language, sizeBytes, url, createdAt, expiresAt, burnedAt } = paste;
  const name = title ?? pastes.untitled;
  const facts = [
    ...(language === null ? [] : [language]),
    size(sizeBytes),
    burnedAt !== null
      ? pastes.burnedAt({ date: date(burnedAt) })
      : expiresAt === null
        ? pastes.createdAt({ date: date(createdAt) })
        : pastes.expiresAt({ date: date(expiresAt) }),
  ];
  return (
    <Entry
      icon={<ClipboardType size={22} />}
      title={
        <Link
          to="/shared/pastes/$pasteId"
          params={{ pasteId: id }}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {shownName(name)}
        </Link>
      }
      badges={<PasteBadges paste={paste} />}
      details={facts.join(' · ')}
      actions={!isOver(paste) && <CopyButton label={pastes.copy({ name })} value={url} />}
    />
  );
}

export const isOver = ({ burnedAt, expiresAt }: Paste): boolean =>
  burnedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

/** Marks a paste that is gone, or that not everybody with the link can read again. */
export function PasteBadges({ paste }: { readonly paste: Paste }) {
  const { badges } = useMessages().sharing.pastes;
  return (
    <>
      {paste.burnedAt !== null ? (
        <Badge kind="bad">{badges.burned}</Badge>
      ) : isOver(paste) ? (
        <Badge kind="bad">{badges.expired}</Badge>
      ) : (
        paste.burnAfterReading && <Badge kind="accent">{badges.burns}</Badge>
      )}
      {paste.shareMode === 'PUBLIC' && <Badge kind="accent">{badges.public}</Badge>}
      {paste.shareMode === 'PRIVATE' && <Badge>{badges.private}</Badge>}
      {paste.passwordProtected && <Badge>{badges.password}</Badge>}
    </>
  );
}
