import { Dialog } from '@base-ui/react/dialog';
import type { Item } from '@drive/sdk';
import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import Share2 from 'virtual:lucide/share-2';
import UserPlus from 'virtual:lucide/user-plus';
import X from 'virtual:lucide/x';
import { mayUse, tidyEnd } from '../api/rights.ts';
import { useMe } from '../api/session.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { TagEditor } from '../marks/tag-editor.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { shownName } from '../ui/shown-name.ts';
import type { ItemActions } from './actions/use-item-actions.ts';
import { Thumbnail } from './list/thumbnail.tsx';

const Versions = lazy(loadEarly(async () => ({ default: (await import('../versions/version-list.tsx')).VersionList })));

const PhotoFacts = lazy(() => import('../viewer/photo-facts.tsx'));
const ActivityList = lazy(() => import('../activity/activity-list.tsx'));

interface DetailsPanelProps {
  readonly items: readonly Item[];
  readonly actions: Pick<ItemActions, 'share' | 'showAccess'>;
  readonly onClose: () => void;
}

/** Facts about the selected items: beside the list, or in a window of its own where there is no space for both. */
export default function DetailsPanel({ items, actions, onClose }: DetailsPanelProps) {
  const { app, list } = useMessages();
  const isNarrow = useSyncExternalStore(onWidthChange, () => narrow.matches);
  const close = <IconButton type="button" label={app.close} icon={<X size={20} />} onClick={onClose} />;
  if (!isNarrow)
    return (
      <aside
        aria-label={list.details}
        className="flex w-72 shrink-0 animate-slide flex-col overflow-y-auto border-s border-line bg-card lg:w-80"
      >
        <div className="flex items-center gap-2 py-2 pe-2 ps-4">
          <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{list.details}</h2>
          {close}
        </div>
        <Facts items={items} actions={actions} />
      </aside>
    );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-appear bg-[rgb(10_14_12/0.5)] max-sm:hidden" />
        <Dialog.Popup
          data-modal=""
          className="fixed inset-y-0 end-0 z-50 flex w-full animate-rise flex-col overflow-y-auto bg-card shadow-dialog outline-none sm:w-96"
        >
          <div className="flex min-h-16 items-center gap-2 py-2 pe-2 ps-4">
            <Dialog.Title className="min-w-0 flex-1 truncate text-base font-semibold">{list.details}</Dialog.Title>
            {close}
          </div>
          <Facts items={items} actions={actions} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const narrow = window.matchMedia('(width < 48rem)');

function onWidthChange(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

function Facts({ items, actions }: Pick<DetailsPanelProps, 'items' | 'actions'>) {
  const { details } = useMessages();
  const { size } = useFormats();
  const [only] = items;
  if (only !== undefined && items.length === 1) return <ItemDetails item={only} actions={actions} />;
  const total = items.reduce((sum, item) => sum + (item.size ?? 0), 0);
  return (
    <p className="px-4 text-body text-muted">
      {items.length === 0 ? details.none : details.many({ count: items.length, size: size(total) })}
    </p>
  );
}

function ItemDetails({ item, actions }: { readonly item: Item } & Pick<DetailsPanelProps, 'actions'>) {
  const { actions: labels, details, list, marks, versions } = useMessages();
  const me = useMe();
  const { size, moment, number } = useFormats();
  return (
    <div className="px-4 pb-6">
      <div className="mb-4 h-48 overflow-hidden rounded-xl border border-line bg-page">
        <Thumbnail item={item} size="panel" />
      </div>
      <p className="mb-4 font-semibold wrap-anywhere" dir="auto">
        {shownName(item.name)}
      </p>
      <ScanNotice item={item} />
      <div className="mb-4 flex flex-wrap gap-2 [&>*]:flex-1">
        {mayUse(item, 'share', me?.id) && (
          <Button type="button" onClick={() => actions.share([item])}>
            <Share2 size={18} aria-hidden />
            {labels.share}
          </Button>
        )}
        <Button type="button" onClick={() => actions.showAccess(item)}>
          <UserPlus size={18} aria-hidden />
          {labels.access}
        </Button>
      </div>
      <dl className="space-y-3 text-sm">
        <Fact name={details.type}>
          {list.kinds[item.contentKind]}
          {item.mimeType !== null && <span className="text-muted"> · {item.mimeType}</span>}
        </Fact>
        {item.size !== null && <Fact name={details.size}>{size(item.size)}</Fact>}
        {item.modifiedAt !== null && <Fact name={details.modified}>{moment(item.modifiedAt)}</Fact>}
        <Fact name={details.uploaded}>{moment(item.uploadedAt)}</Fact>
        <People item={item} meId={me?.id} />
        <Fact name={details.sharing}>{details.modes[item.shareMode]}</Fact>
        {item.type === 'file' && <Fact name={details.downloads}>{number(item.downloadCount)}</Fact>}
        <Fact name={marks.tags}>
          <TagEditor key={item.id} items={[item]} isReadOnly={!mayUse(item, 'write', me?.id)} />
        </Fact>
        {Object.entries(item.metadata).map(([key, value]) => (
          <Fact key={key} name={shownName(key)}>
            {shownName(value)}
          </Fact>
        ))}
      </dl>
      {item.contentKind === 'image' && (
        <Suspense>
          <PhotoFacts key={item.id} item={item} />
        </Suspense>
      )}
      <dl className="mt-4 space-y-3 border-t border-line pt-4 text-sm">
        {item.type === 'file' && (
          <Fact name={versions.title}>
            <Suspense>
              <Versions item={item} />
            </Suspense>
          </Fact>
        )}
        <Fact name={details.activity}>
          <ActivityOf key={item.id} item={item} />
        </Fact>
        {item.sha256 !== null && (
          <Fact name={details.checksum}>
            <code className="text-xs wrap-anywhere">{item.sha256}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}

/** The owner of the item, who added and last changed it, and the user's own role. */
function People({ item, meId }: { readonly item: Item; readonly meId: string | undefined }) {
  const { access } = useMessages();
  const { details } = access;
  const { moment } = useFormats();
  const end = tidyEnd(item, meId);
  const { role, ownerId, ownerName, driveId, createdBy, modifiedBy } = item;
  const nameOf = (id: string, name: string | null): string =>
    id === meId ? access.you : name === null ? details.unnamed : shownName(name);
  return (
    <>
      {driveId === null && ownerId !== null && <Fact name={details.owner}>{nameOf(ownerId, ownerName)}</Fact>}
      {role !== null && role !== 'owner' && (
        <Fact name={details.role}>
          {access.roles[role]}
          {end !== undefined && (
            <span className="text-muted"> · {details.tidyUntil({ moment: moment(end.toISOString()) })}</span>
          )}
        </Fact>
      )}
      {createdBy !== null && <Fact name={details.addedBy}>{nameOf(createdBy.id, createdBy.name)}</Fact>}
      {modifiedBy !== null && <Fact name={details.changedBy}>{nameOf(modifiedBy.id, modifiedBy.name)}</Fact>}
    </>
  );
}

/** Asked for by a click: each item that is selected would cost a request. */
function ActivityOf({ item }: { readonly item: Item }) {
  const { details } = useMessages();
  const [isShown, setShown] = useState(false);
  if (!isShown)
    return (
      <Button type="button" onClick={() => setShown(true)}>
        {details.showActivity}
      </Button>
    );
  return (
    <Suspense>
      <ActivityList item={item} />
    </Suspense>
  );
}

function ScanNotice({ item: { quarantined, scan, virus } }: { readonly item: Item }) {
  const { details } = useMessages();
  if (quarantined || virus !== null)
    return (
      <p className="mb-4 rounded-lg bg-bad-page p-3 text-sm text-bad">
        {virus === null ? details.quarantined : details.infected({ virus })}
      </p>
    );
  if (scan !== 'pending' && scan !== 'skipped') return null;
  return <p className="mb-4 rounded-lg bg-page p-3 text-sm text-muted">{details.scans[scan]}</p>;
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
);
