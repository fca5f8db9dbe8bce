import type { Item } from '@drive/sdk';
import { memo, useCallback, useRef, type MouseEvent } from 'react';
import EllipsisVertical from 'virtual:lucide/ellipsis-vertical';
import Star from 'virtual:lucide/star';
import Users from 'virtual:lucide/users';
import { mayUse } from '../../api/rights.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/card.tsx';
import { useItemDrag, useItemDrop } from '../actions/item-drag.ts';
import type { ItemHandlers } from '../actions/item-handlers.ts';
import type { NameDraft } from '../actions/use-item-actions.ts';

export interface ItemCellProps {
  readonly item: Item;
  readonly index: number;
  readonly isSelected: boolean;
  /** Waits to be moved by pasting it. */
  readonly isCut: boolean;
  /** undefined: its name is not being changed. */
  readonly draft: NameDraft | undefined;
  /** Folder of a found item: its path from the root. */
  readonly place: string | undefined;
  /** Name of the owner, in a list of items of several owners. */
  readonly owner: string | undefined;
  /** Stable over the life of the list. */
  readonly handlers: ItemHandlers;
}

/** What a row and a tile have in common: dragging, dropping and the handlers of their element. */
export function useItemCell({ item, index, isSelected, handlers }: ItemCellProps) {
  const ref = useRef<HTMLDivElement>(null);
  useItemDrag(
    ref,
    useCallback(() => handlers.itemsWith(item), [handlers, item]),
  );
  const takesItems = item.type === 'folder' && mayUse(item, 'add', undefined);
  const isOver = useItemDrop(ref, takesItems ? item : null, handlers.onDrop);
  const cell = {
    ref,
    'aria-selected': isSelected,
    'data-index': index,
    onClick: (event: MouseEvent<HTMLElement>) => handlers.onClick(event, index),
    onDoubleClick: (event: MouseEvent<HTMLElement>) => handlers.onDoubleClick(event, index),
    onContextMenu: (event: MouseEvent<HTMLElement>) => handlers.onContextMenu(event, index),
  };
  return { isOver, cell };
}

/** A control of a row, and the box above it, is as high as the row, at most 44 px. */
export const controlSize = 'size-[min(2.75rem,var(--row,2.75rem))]!';
const controlClass = `item-control ${controlSize}`;

/** The box that selects an item. */
export function ItemCheckbox({
  item,
  index,
  isSelected,
  handlers,
  className = '',
}: ItemCellProps & { readonly className?: string }) {
  const { list } = useMessages();
  return (
    <label className={`${className} ${controlClass} grid place-items-center`}>
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={isSelected}
        tabIndex={-1}
        aria-label={list.select({ name: item.name })}
        onChange={() => {}}
        onClick={(event) => handlers.onCheck(event, index)}
      />
    </label>
  );
}

/** The button that opens the menu of an item. */
export const ItemMenuButton = memo(function ItemMenuButton({
  item,
  index,
  handlers,
}: Pick<ItemCellProps, 'item' | 'index' | 'handlers'>) {
  const { list } = useMessages();
  return (
    <IconButton
      type="button"
      tabIndex={-1}
      aria-haspopup="menu"
      label={list.actionsOf({ name: item.name })}
      icon={<EllipsisVertical size={20} />}
      className={controlClass}
      onClick={(event: MouseEvent<HTMLButtonElement>) => handlers.onMenu(event.currentTarget, index)}
    />
  );
});

/** Marks an item that is starred or shared, or of which the virus scan says something. */
export function ItemMarks({ item }: { readonly item: Item }) {
  const { list } = useMessages();
  const mark = (Icon: typeof Star, size: number, label: string, className = '') => (
    <span title={label} className="shrink-0 text-muted">
      <Icon size={size} role="img" aria-label={label} className={className} />
    </span>
  );
  return (
    <>
      <ScanBadge item={item} />
      {item.starred && mark(Star, 14, list.starred, 'fill-current')}
      {item.shareMode !== 'PRIVATE' && mark(Users, 16, list.shared)}
    </>
  );
}

/** Marks a file that is in quarantine, infected, or still being scanned. */
function ScanBadge({ item: { quarantined, scan, virus } }: { readonly item: Item }) {
  const { list } = useMessages();
  if (virus !== null)
    return (
      <span className="shrink-0" title={list.virusOf({ virus })}>
        <Badge kind="bad">{list.virus}</Badge>
      </span>
    );
  if (quarantined) return <Badge kind="bad">{list.quarantined}</Badge>;
  return scan === 'pending' ? <Badge>{list.scanning}</Badge> : null;
}
