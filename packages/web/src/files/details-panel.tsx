import type { Item } from '@drive/sdk';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Facts about the selected items, beside the list; over it on phones. */
export function DetailsPanel({ items, onClose }: { readonly items: readonly Item[]; readonly onClose: () => void }) {
  const { app, details } = useMessages();
  const { size } = useFormats();
  const only = items.length === 1 ? items[0] : undefined;
  const total = items.reduce((sum, item) => sum + (item.size ?? 0), 0);
  return (
    <aside
      aria-label={details.title}
      className="flex w-80 shrink-0 flex-col overflow-y-auto border-l border-line bg-card max-lg:fixed max-lg:inset-y-0 max-lg:right-0 max-lg:z-30 max-lg:w-full max-lg:max-w-sm max-lg:shadow-pop"
    >
      <div className="flex items-center gap-2 py-2 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{details.title}</h2>
        <IconButton type="button" label={app.close} icon={<X size={20} />} onClick={onClose} />
      </div>
      {only === undefined ? (
        <p className="px-4 text-[0.9375rem] text-muted">
          {items.length === 0 ? details.none : details.many(items.length, size(total))}
        </p>
      ) : (
        <ItemDetails item={only} />
      )}
    </aside>
  );
}

function ItemDetails({ item }: { readonly item: Item }) {
  const { details } = useMessages();
  const { size, moment, number } = useFormats();
  return (
    <div className="px-4 pb-6">
      <div className="mb-4 h-48 overflow-hidden rounded-xl border border-line bg-page">
        <Thumbnail item={item} size="panel" />
      </div>
      <p className="mb-4 font-semibold wrap-anywhere" dir="auto">
        {item.name}
      </p>
      {item.quarantined && <p className="mb-4 rounded-lg bg-bad-page p-3 text-sm text-bad">{details.quarantined}</p>}
      <dl className="space-y-3 text-sm">
        <Fact name={details.type}>
          {details.kinds[item.contentKind]}
          {item.mimeType !== null && <span className="text-muted"> · {item.mimeType}</span>}
        </Fact>
        {item.size !== null && <Fact name={details.size}>{size(item.size)}</Fact>}
        {item.modifiedAt !== null && <Fact name={details.modified}>{moment(item.modifiedAt)}</Fact>}
        <Fact name={details.uploaded}>{moment(item.uploadedAt)}</Fact>
        <Fact name={details.sharing}>{details.modes[item.shareMode]}</Fact>
        {item.type === 'file' && <Fact name={details.downloads}>{number(item.downloadCount)}</Fact>}
        {item.sha256 !== null && (
          <Fact name={details.checksum}>
            <code className="text-xs wrap-anywhere">{item.sha256}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-[0.8125rem] text-muted">{name}</dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
);
