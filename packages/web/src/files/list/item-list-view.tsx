import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ItemList, ItemSource } from '../../api/items.ts';
import { isTyping } from '../../browser/is-typing.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import type { ItemHandlers } from '../actions/item-handlers.ts';
import { listKeys, type ListKeyDeps } from '../actions/list-keys.ts';
import type { Selection } from '../actions/selection.ts';
import { useFocusReturn } from './focus-return.ts';
import { ItemRow, rowHeight } from './item-row.tsx';
import { ItemTile, minTileWidth, tileHeight } from './item-tile.tsx';
import { headerHeight, ListHeader, type ListHeaderProps } from './list-header.tsx';
import { useScrollMemory } from './scroll-memory.ts';

export type Layout = 'list' | 'grid';

interface ItemListViewProps extends Omit<ListKeyDeps, 'columns' | 'total' | 'focusItem'> {
  readonly label: string;
  readonly layout: Layout;
  readonly source: ItemSource;
  readonly list: ItemList;
  readonly selection: Selection;
  readonly handlers: ItemHandlers;
  readonly header: ListHeaderProps;
}

/** Gap between tiles, and around them. */
const gap = 12;

/** The items in view, out of any number: rows of a table or tiles of a grid. */
export function ItemListView(props: ItemListViewProps) {
  const { label, layout, source, list: latest, selection, handlers, header, ...keyDeps } = props;
  // Rows that arrive are drawn in pieces, so that typing in the search field is never held up.
  const list = useDeferredValue(latest);
  const { app } = useMessages();
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const isGrid = layout === 'grid';
  const total = list.total ?? 0;
  const columns = isGrid ? Math.max(1, Math.floor((width - gap) / (minTileWidth + gap))) : 1;
  const virtual = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => container.current,
    estimateSize: () => (isGrid ? tileHeight + gap : rowHeight),
    overscan: 8,
    useFlushSync: false,
    scrollPaddingStart: isGrid ? gap : rowHeight,
    scrollPaddingEnd: isGrid ? gap : headerHeight,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, isGrid, columns]);
  const keepPosition = useScrollMemory(container, list.total !== undefined);

  const rows = virtual.getVirtualItems();
  const [first, last] = [(rows[0]?.index ?? 0) * columns, ((rows.at(-1)?.index ?? 0) + 1) * columns - 1];
  const { show } = list;
  useEffect(() => show(first, Math.min(last, Math.max(0, total - 1))), [show, first, last, total]);

  const focusName = useNameFocus(container, selection.focus);
  const focusItem = (index: number): void => {
    virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
    keepPosition();
    focusName();
  };
  useFocusReturn(source, list.total, selection.focus, (index) => {
    selection.moveFocus(index);
    focusItem(index);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!isTyping(event.nativeEvent)) listKeys(event, { ...keyDeps, list, selection, columns, total, focusItem });
  };

  const cell = (index: number) => {
    const item = list.at(index);
    const Cell = isGrid ? ItemTile : ItemRow;
    if (item === undefined) return index < total ? <Placeholder key={index} isGrid={isGrid} /> : undefined;
    return (
      <Cell
        key={item.id}
        item={item}
        index={index}
        isSelected={selection.selected.has(item.id)}
        isFocus={selection.focus === index}
        handlers={handlers}
      />
    );
  };

  return (
    <div
      ref={container}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
        if (index !== undefined) selection.noteFocus(Number(index));
      }}
      aria-busy={list.total === undefined}
    >
      <div role="grid" aria-label={label} aria-multiselectable aria-rowcount={virtual.options.count + (isGrid ? 0 : 1)}>
        {!isGrid && <ListHeader {...header} />}
        <div
          role="rowgroup"
          className="relative"
          style={{ height: virtual.getTotalSize() + (isGrid ? gap : 0) }}
          aria-label={list.total === undefined ? app.loading : undefined}
        >
          {rows.map((row) => {
            const indexes = Array.from({ length: columns }, (_, column) => row.index * columns + column);
            const place = { transform: `translateY(${row.start + (isGrid ? gap : 0)}px)`, height: row.size };
            return isGrid ? (
              <div
                key={row.key}
                role="row"
                aria-rowindex={row.index + 1}
                className="absolute inset-x-0 top-0 grid gap-3 px-3 pb-3"
                style={{ ...place, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
              >
                {indexes.map(cell)}
              </div>
            ) : (
              <div key={row.key} role="presentation" className="absolute inset-x-0 top-0" style={place}>
                {indexes.map(cell)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Returns a function that gives the keyboard to the name of the item in focus. */
function useNameFocus(container: React.RefObject<HTMLElement | null>, focus: number): () => void {
  // The item with the keyboard may not be drawn yet when the keyboard moves to it.
  const [wantsFocus, setWantsFocus] = useState(false);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    const name = container.current?.querySelector<HTMLElement>(`[data-index="${focus}"] [data-item-name]`);
    if (name === null || name === undefined) return;
    name.focus({ preventScroll: true });
    setWantsFocus(false);
  });
  return () => setWantsFocus(true);
}

/** Stands for an item whose page is loading. */
function Placeholder({ isGrid }: { readonly isGrid: boolean }) {
  return isGrid ? (
    <div role="gridcell" className="animate-pulse rounded-xl border border-line bg-line/40" />
  ) : (
    <div role="row" className="flex h-14 items-center gap-4 border-b border-line bg-card px-5">
      <div role="gridcell" className="h-4 w-1/3 animate-pulse rounded bg-line" />
    </div>
  );
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    setWidth(current.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
