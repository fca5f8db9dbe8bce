import type { PasteWithContent } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { client } from '../api/client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { LinkActions, LinkScreen } from '../links/link-screen.tsx';
import { LinkBox } from '../sharing/link-box.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-field.tsx';
import { FactLine } from '../ui/entry-list.tsx';
import { isOver, PasteBadges, pastesKey, reloadPastes } from './pastes-screen.tsx';

const SourceText = lazy(loadEarly(async () => ({ default: (await import('../viewer/source-text.tsx')).SourceText })));

/** A paste: its link and its text. */
export function PasteScreen() {
  const { pasteId = '' } = useParams({ strict: false });
  const { pastes } = useMessages().sharing;
  const query = useQuery({
    queryKey: [...pastesKey, 'one', pasteId],
    queryFn: ({ signal }) => client.pastes.get(pasteId, { signal }).then((paste) => paste),
  });
  return (
    <LinkScreen query={query} title={query.data?.title ?? pastes.title} list="/shared/pastes" all={pastes.all}>
      {(paste) => (
        <>
          <PasteCard paste={paste} />
          <PasteContent paste={paste} />
        </>
      )}
    </LinkScreen>
  );
}

function PasteCard({ paste }: { readonly paste: PasteWithContent }) {
  const { pastes } = useMessages().sharing;
  const { moment } = useFormats();
  const { id, title, url, rawUrl, createdAt, expiresAt, burnAfterReading } = paste;
  return (
    <Card
      title={title ?? pastes.untitled}
      description={
        <FactLine
          facts={[
            pastes.createdAt({ date: moment(createdAt) }),
            ...(expiresAt === null ? [] : [pastes.expiresAt({ date: moment(expiresAt) })]),
          ]}
        />
      }
      action={
        <div className="flex flex-wrap gap-1.5">
          <PasteBadges paste={paste} />
        </div>
      }
    >
      {!isOver(paste) && <LinkBox url={url} />}
      <LinkActions
        removal={{
          label: pastes.remove,
          title: pastes.removeTitle,
          text: pastes.removeText,
          removed: pastes.removed,
          remove: () => client.pastes.delete(id),
          reload: reloadPastes,
          list: '/shared/pastes',
        }}
      >
        {!isOver(paste) && !burnAfterReading && (
          <a href={rawUrl} target="_blank" rel="noopener" className={`${buttonClass()} max-sm:flex-1`}>
            {pastes.raw}
          </a>
        )}
      </LinkActions>
    </Card>
  );
}

function PasteContent({ paste }: { readonly paste: PasteWithContent }) {
  const { pastes } = useMessages().sharing;
  const { content, language, burnAfterReading } = paste;
  if (content === null)
    return (
      <Card title={pastes.content}>
        <p className="text-muted">{isOver(paste) || !burnAfterReading ? pastes.contentGone : pastes.contentHidden}</p>
      </Card>
    );
  return (
    <Card title={pastes.content} action={<CopyButton label={pastes.copyContent} value={content} />}>
      <div
        role="region"
        aria-label={pastes.content}
        tabIndex={0}
        className="-mx-4 -mb-4 max-h-[70vh] overflow-auto border-t border-line -outline-offset-2 sm:-mx-6 sm:-mb-6"
      >
        <Suspense fallback={<pre className="p-4 font-mono text-sm">{content}</pre>}>
          <SourceText text={content} name={language ?? ''} />
        </Suspense>
      </div>
    </Card>
  );
}
