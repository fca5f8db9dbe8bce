import EllipsisVertical from 'virtual:lucide/ellipsis-vertical';
import { memo, useCallback, useRef, type MouseEvent } from 'react';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useItemDrag, useItemDrop } from '../actions/item-drag.ts';
import { ItemName } from './item-name.tsx';
import type { ItemCellProps } from './item-row.tsx';
import { ScanBadge } from './scan-badge.tsx';
import { Thumbnail } from './thumbnail.tsx';

export const tileHeight = 224;
export const minTileWidth = 168;

export const ItemTile = memo(function ItemTile({ item, index, isSelected, isFocus, handlers }: ItemCellProps) {
  const { list } = useMessages();
  const formats = useFormats();
  const tile = useRef<HTMLDivElement>(null);
  useItemDrag(
    tile,
    useCallback(() => handlers.itemsWith(item), [handlers, item]),
  );
  const isOver = useItemDrop(tile, item.type === 'folder' ? item : null, handlers.onDrop);

  return (
    <div
      ref={tile}
      role="gridcell"
      aria-selected={isSelected}
      data-index={index}
      className={`relative flex min-w-0 flex-col overflow-hidden rounded-xl border bg-card ${isOver || isSelected ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-edge'}`}
      onClick={(event) => handlers.onClick(event, index)}
      onDoubleClick={(event) => handlers.onDoubleClick(event, index)}
      onContextMenu={(event) => handlers.onContextMenu(event, index)}
    >
      <div className="h-36 cursor-pointer overflow-hidden bg-page" data-opens>
        <Thumbnail item={item} size="tile" />
      </div>
      <label className="absolute top-0 left-0 grid size-11 place-items-center">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isSelected}
          tabIndex={isFocus ? 0 : -1}
          aria-label={list.select(item.name)}
          onChange={() => {}}
          onClick={(event) => handlers.onCheck(event, index)}
        />
      </label>
      <div className="flex min-h-0 flex-1 items-center gap-1 pl-3">
        <div className="min-w-0 flex-1">
          <ItemName
            item={item}
            isFocus={isFocus}
            className="block max-w-full min-h-6 truncate text-left text-[0.9375rem] font-medium hover:underline"
            onOpen={handlers.onOpen}
          />
          <p className="flex items-center gap-2 truncate text-[0.8125rem] text-muted">
            {item.size === null ? list.folder : formats.size(item.size)}
            <ScanBadge item={item} />
          </p>
        </div>
        <IconButton
          type="button"
          tabIndex={isFocus ? 0 : -1}
          aria-haspopup="menu"
          label={list.actionsOf(item.name)}
          icon={<EllipsisVertical size={20} />}
          onClick={(event: MouseEvent<HTMLButtonElement>) => handlers.onMenu(event.currentTarget, index)}
        />
      </div>
    </div>
  );
});
