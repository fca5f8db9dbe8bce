import type { TrashedItem } from '@drive/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { errorText } from '../api/error-text.ts';
import type { PagedEntries } from '../api/pages.ts';
import { mayUse } from '../api/rights.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { TrashRow, trashRowHeight } from './trash-row.tsx';

/** Rows below the last one in view for which the next page is loaded early. */
const rowsAhead = 30;

interface TrashListProps {
  readonly pages: PagedEntries<TrashedItem>;
  /** Those of the loaded items that are shown. */
  readonly items: readonly TrashedItem[];
  readonly rootName: string;
  readonly retentionDays: number | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean) => void;
  readonly onRestore: (item: TrashedItem) => void;
  readonly onPurge: (item: TrashedItem) => void;
}

/** The items in view, out of those that are loaded; loads more as their end comes into view. */
export function TrashList(props: TrashListProps) {
  const { pages, items, rootName, retentionDays, selected, onSelect, onRestore, onPurge } = props;
  const messages = useMessages();
  const formats = useFormats();
  const { data, error, hasMore, isLoadingMore, more } = pages;
  const container = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => container.current,
    estimateSize: () => trashRowHeight,
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  // After an error, the user asks for the next page.
  const loadsMore =
    hasMore && !isLoadingMore && error === null && (rows.at(-1)?.index ?? -1) >= items.length - rowsAhead;
  useEffect(() => {
    if (loadsMore) more();
  }, [loadsMore, more]);

  return (
    <div
      ref={container}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line"
      aria-busy={data === undefined || isLoadingMore}
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start, key }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <TrashRow
                key={key}
                item={item}
                rootName={rootName}
                offset={start}
                retentionDays={retentionDays}
                isSelected={selected.has(item.id)}
                onSelect={(isSelected) => onSelect(item.id, isSelected)}
                onRestore={() => onRestore(item)}
                {...(mayUse(item, 'delete', undefined) ? { onPurge: () => onPurge(item) } : {})}
              />
            )
          );
        })}
      </ul>
      {error !== null && hasMore && (
        <div className="flex flex-wrap items-center gap-3 p-4 text-sm text-muted">
          <p role="alert">{errorText(error, messages, formats)}</p>
          <Button type="button" onClick={more}>
            {messages.app.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
