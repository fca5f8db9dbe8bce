import { memo } from 'react';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { ItemCheckbox, ItemMenuButton, ItemMarks, useItemCell, type ItemCellProps } from './item-cell.tsx';
import { ItemName } from './item-name.tsx';
import { Thumbnail } from './thumbnail.tsx';

export const tileHeight = 224;
export const minTileWidth = 168;

export const ItemTile = memo(function ItemTile(props: ItemCellProps) {
  const { item, isSelected, isCut, draft, handlers } = props;
  const { list } = useMessages();
  const formats = useFormats();
  const { isOver, cell } = useItemCell(props);

  return (
    <div
      {...cell}
      role="gridcell"
      className={`item relative flex min-w-0 flex-col overflow-hidden rounded-xl border bg-card ${isCut ? 'opacity-60' : ''} ${isOver || isSelected ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-edge'}`}
    >
      <div className="h-36 cursor-pointer overflow-hidden bg-page" data-opens>
        <Thumbnail item={item} size="tile" />
      </div>
      <ItemCheckbox {...props} className="absolute start-0 top-0" />
      <div className="flex min-h-0 flex-1 items-center gap-1 ps-3">
        <div className="min-w-0 flex-1">
          <ItemName
            item={item}
            draft={draft}
            onRenameEnd={handlers.onRenameEnd}
            className="block max-w-full min-h-6 truncate text-start text-dense font-medium hover:underline"
            onOpen={handlers.onOpen}
          />
          <p className="flex items-center gap-2 truncate text-caption text-muted">
            {item.size === null ? list.folder : formats.size(item.size)}
            <ItemMarks item={item} />
          </p>
        </div>
        <ItemMenuButton item={item} index={props.index} handlers={handlers} />
      </div>
    </div>
  );
});
