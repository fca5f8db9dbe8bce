import type { ListedShare } from '@drive/sdk';
import Copy from 'virtual:lucide/copy';
import Files from 'virtual:lucide/files';
import Link2Off from 'virtual:lucide/link-2-off';
import { shareName } from '../api/shares.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { namedKind } from '../links/named-kind.ts';
import { IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { CutName } from '../ui/cut-name.tsx';
import { EntryFacts } from '../ui/entry-list.tsx';
import { KindTile } from '../ui/kind-icon.tsx';
import { shownName } from '../ui/shown-name.ts';

export const shareRowHeight = 64;

interface ShareRowProps {
  readonly share: ListedShare;
  /** Distance from the top of the list. */
  readonly offset: number;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onEnd: () => void;
}

export function ShareRow({ share, offset, isSelected, onSelect, onEdit, onCopy, onEnd }: ShareRowProps) {
  const { list } = useMessages();
  const { share: texts, shared } = useMessages().sharing;
  const { date, moment, relative } = useFormats();
  const name = shareName(share, shared);
  const { expiresAt, label } = share;
  const facts = [
    // Tells several links to one item apart.
    ...(label === null ? [] : [shownName(label)]),
    ...(expiresAt === null ? [] : [`${shared.expires}: ${date(expiresAt)}`]),
    texts.views({ count: share.viewCount }),
    texts.downloads({ count: share.downloadCount }),
    ...(expiresAt === null
      ? [
          <time key="created" dateTime={share.createdAt} title={moment(share.createdAt)}>
            {shared.created({ date: relative(share.createdAt) })}
          </time>,
        ]
      : []),
  ];
  return (
    <li
      className={`absolute inset-x-0 top-0 flex h-16 items-center gap-2 border-b border-line px-2 sm:px-3 ${isSelected ? 'bg-accent-page' : 'hover:bg-page'}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <label className="grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isSelected}
          aria-label={list.select({ name })}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-lg bg-accent-page text-accent max-[22rem]:hidden">
        {share.kind === 'multi' ? (
          <Files size={18} strokeWidth={1.6} aria-hidden />
        ) : (
          <KindTile kind={share.kind === 'folder' ? 'folder' : namedKind(share.name)} name={share.name} size={18} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="-mt-3 flex min-h-11 max-w-full items-center text-start text-body font-medium hover:underline"
          aria-label={shared.edit({ name })}
          onClick={onEdit}
        >
          <span className="truncate" dir="auto">
            <CutName isLabelled name={name} />
          </span>
        </button>
        <div className="-mt-2.5">
          <EntryFacts facts={facts}>
            <ShareBadges share={share} />
          </EntryFacts>
        </div>
      </div>
      <IconButton type="button" label={shared.copy({ name })} icon={<Copy size={20} />} onClick={onCopy} />
      <IconButton type="button" label={shared.end({ name })} icon={<Link2Off size={20} />} onClick={onEnd} />
    </li>
  );
}

/** Marks a link that is expired, used up, off, public or limited, or has a password: the most important first. */
function ShareBadges({ share }: { readonly share: ListedShare }) {
  const {
    shared: { badges },
  } = useMessages().sharing;
  const { number } = useFormats();
  const { shareMode, expiresAt, passwordProtected, maxDownloads, downloadCount } = share;
  const isUsedUp = maxDownloads !== null && downloadCount >= maxDownloads;
  return (
    <>
      {expiresAt !== null && Date.parse(expiresAt) <= Date.now() && <Badge kind="bad">{badges.expired}</Badge>}
      {isUsedUp && <Badge kind="bad">{badges.usedUp}</Badge>}
      {shareMode === 'PRIVATE' && <Badge>{badges.off}</Badge>}
      {shareMode === 'PUBLIC' && <Badge kind="accent">{badges.public}</Badge>}
      {passwordProtected && <Badge>{badges.password}</Badge>}
      {maxDownloads !== null && !isUsedUp && (
        <Badge>{badges.limit({ used: number(downloadCount), most: number(maxDownloads) })}</Badge>
      )}
    </>
  );
}
