import type { Item } from '@drive/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ItemList, ItemSource } from '../../api/items.ts';
import { isTyping } from '../../browser/is-typing.ts';
import { attachOnceLoaded } from '../../browser/load-early.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import type { ItemHandlers } from '../actions/item-handlers.ts';
import { isForList, listKeys, type ListKeyDeps } from '../actions/list-keys.ts';
import type { Selection } from '../actions/selection.ts';
import { TypeAhead } from '../actions/type-ahead.ts';
import { useFocusReturn } from './focus-return.ts';
import { ItemRow, rowHeight } from './item-row.tsx';
import { ItemTile, minTileWidth, tileHeight } from './item-tile.tsx';
import { headerHeight, ListHeader, type ListHeaderProps } from './list-header.tsx';
import type { Band } from './rubber-band.ts';
import { useScrollMemory } from './scroll-memory.ts';

export type Layout = 'list' | 'grid';

interface ItemListViewProps extends Omit<ListKeyDeps, 'columns' | 'total' | 'focusItem' | 'typeAhead'> {
  /** The area whose keys are those of the list. */
  readonly section: RefObject<HTMLElement | null>;
  /** Ids of the items that wait to be moved. */
  readonly cutIds: ReadonlySet<string>;
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
  const { label, layout, section, source, list: latest, selection, handlers, header, cutIds, ...keyDeps } = props;
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
  useListKeys(section, { ...keyDeps, list, selection, columns, total, focusItem });
  useRubberBand(container, selection, (band) => itemsInBand(band, { isGrid, columns, width, list }));

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
        isCut={cutIds.has(item.id)}
        handlers={handlers}
      />
    );
  };

  return (
    <div
      ref={container}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain select-none"
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

interface Grid {
  readonly isGrid: boolean;
  readonly columns: number;
  readonly width: number;
  readonly list: Pick<ItemList, 'at'>;
}

/** The items of which a part is in a rectangle. */
function itemsInBand({ left, top, right, bottom }: Band, { isGrid, columns, width, list }: Grid): readonly Item[] {
  const rowOf = (y: number): number =>
    isGrid ? Math.floor((y - gap) / (tileHeight + gap)) : Math.floor((y - headerHeight) / rowHeight);
  const columnOf = (x: number): number => (isGrid ? Math.floor(((x - gap) * columns) / (width - gap)) : 0);
  const items: Item[] = [];
  for (let row = Math.max(0, rowOf(top)); row <= rowOf(bottom); row += 1)
    for (let column = Math.max(0, columnOf(left)); column <= Math.min(columnOf(right), columns - 1); column += 1) {
      const item = list.at(row * columns + column);
      if (item !== undefined) items.push(item);
    }
  return items;
}

/** Listens on the window: after a click beside the rows no element of the list has the keyboard. */
function useListKeys(section: RefObject<HTMLElement | null>, deps: Omit<ListKeyDeps, 'typeAhead'>): void {
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  useEffect(() => {
    const typeAhead = new TypeAhead();
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || !isForList(event, section.current)) return;
      listKeys(event, { ...latest.current, typeAhead });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [section]);
}

/** `itemsIn` returns the items of which a part is in a rectangle. */
function useRubberBand(
  container: RefObject<HTMLElement | null>,
  selection: Selection,
  itemsIn: (band: Band) => readonly Item[],
): void {
  const latest = useRef({ selection, itemsIn });
  useEffect(() => {
    latest.current = { selection, itemsIn };
  });
  useEffect(() => {
    const { current } = container;
    if (current === null) return;
    let before: readonly Item[] = [];
    return attachOnceLoaded(
      () => import('./rubber-band.ts'),
      ({ attachRubberBand }) =>
        attachRubberBand(current, {
          onBegin: () => void (before = [...latest.current.selection.selected.values()]),
          onDraw: (band, isAdded) =>
            latest.current.selection.all([...(isAdded ? before : []), ...latest.current.itemsIn(band)]),
          onClickBeside: () => latest.current.selection.clear(),
        }),
    );
  }, [container]);
}

/** Returns a function that gives the keyboard to the name of the item in focus. */
function useNameFocus(container: RefObject<HTMLElement | null>, focus: number): () => void {
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

function useWidth(element: RefObject<HTMLElement | null>): number {
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
