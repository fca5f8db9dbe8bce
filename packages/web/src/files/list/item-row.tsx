import { memo } from 'react';
import Users from 'virtual:lucide/users';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { ItemCheckbox, ItemMenuButton, useItemCell, type ItemCellProps, ScanBadge } from './item-cell.tsx';
import { ItemName } from './item-name.tsx';
import { Thumbnail } from './thumbnail.tsx';

export const rowHeight = 56;
export const rowColumns =
  'grid grid-cols-[2.75rem_2.5rem_minmax(0,1fr)_2.75rem] items-center gap-x-2 px-2 sm:grid-cols-[2.75rem_2.5rem_minmax(0,1fr)_7rem_2.75rem] lg:grid-cols-[2.75rem_2.5rem_minmax(0,1fr)_9rem_7rem_2.75rem]';

export const ItemRow = memo(function ItemRow(props: ItemCellProps) {
  const { item, index, isSelected, isFocus, isCut, handlers } = props;
  const { list } = useMessages();
  const formats = useFormats();
  const { isOver, cell } = useItemCell(props);
  const size = item.size === null ? '' : formats.size(item.size);
  const added = formats.date(item.uploadedAt);

  return (
    <div
      {...cell}
      role="row"
      aria-rowindex={index + 2}
      className={`${rowColumns} h-14 border-b border-line ${isCut ? 'opacity-60' : ''} ${isOver ? 'bg-accent-page outline-2 -outline-offset-2 outline-accent' : isSelected ? 'bg-accent-page' : 'bg-card hover:bg-page'}`}
    >
      <div role="gridcell">
        <ItemCheckbox {...props} />
      </div>
      <div role="gridcell" aria-hidden className="size-10 cursor-pointer overflow-hidden rounded-lg" data-opens>
        <Thumbnail item={item} size="row" />
      </div>
      <div role="gridcell" className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <ItemName
            item={item}
            isFocus={isFocus}
            className="flex min-h-6 min-w-0 items-center text-left text-[0.9375rem] font-medium hover:underline [&]:block [&]:truncate"
            onOpen={handlers.onOpen}
          />
          <ScanBadge item={item} />
          {item.shareMode !== 'PRIVATE' && (
            <span title={list.shared} className="shrink-0 text-muted">
              <Users size={16} role="img" aria-label={list.shared} />
            </span>
          )}
        </div>
        <p className="truncate text-[0.8125rem] text-muted sm:hidden">
          {size} · {added}
        </p>
      </div>
      <div role="gridcell" className="hidden text-sm text-muted lg:block">
        {added}
      </div>
      <div role="gridcell" className="hidden text-right text-sm text-muted tabular-nums sm:block">
        {size}
      </div>
      <div role="gridcell">
        <ItemMenuButton {...props} />
      </div>
    </div>
  );
});
