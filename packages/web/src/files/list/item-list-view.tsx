import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import type { ItemList } from '../../api/items.ts';
import { useLate } from '../../browser/use-late.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { useFocusReturn } from '../actions/focus-return.ts';
import type { ItemHandlers } from '../actions/item-handlers.ts';
import type { ListKeyDeps } from '../actions/list-keys.ts';
import type { Selection } from '../actions/selection.ts';
import type { Renaming } from '../actions/use-item-actions.ts';
import { useRowHeight } from './density.ts';
import { ItemRow } from './item-row.tsx';
import { ItemTile, minTileWidth, tileHeight } from './item-tile.tsx';
import { useFocusedItem, useListKeys, useNameFocus, useTabStop } from './list-focus.ts';
import { headerHeight, ListHeader, type ListHeaderProps } from './list-header.tsx';
import { useScrollMemory } from './scroll-memory.ts';

export type Layout = 'list' | 'grid';

interface ItemListViewProps extends Omit<ListKeyDeps, 'columns' | 'total' | 'focusItem' | 'typeAhead'> {
  /** The area whose keys are those of the list. */
  readonly section: RefObject<HTMLElement | null>;
  /** Ids of the items that wait to be moved. */
  readonly cutIds: ReadonlySet<string>;
  readonly renaming: Renaming | undefined;
  readonly label: string;
  readonly layout: Layout;
  /** Names the list among all others. */
  readonly listKey: string;
  readonly list: ItemList;
  readonly selection: Selection;
  readonly handlers: ItemHandlers;
  readonly header: ListHeaderProps;
}

const loadRubberBand = async () => (await import('./rubber-band-selection.ts')).RubberBand;
const loadSwipe = async () => (await import('./swipe.ts')).SwipeRows;

/** Gap between tiles, and around them. */
const gap = 12;

/** The items in view, out of any number: rows of a table or tiles of a grid. */
export function ItemListView(props: ItemListViewProps) {
  const { layout, section, listKey, list: latest, selection, handlers, cutIds, renaming, ...keyDeps } = props;
  // Rows that arrive are drawn in pieces, so that typing in the search field is never held up.
  const list = useDeferredValue(latest);
  const { app } = useMessages();
  const RubberBand = useLate(loadRubberBand);
  const Swipe = useLate(loadSwipe);
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const isGrid = layout === 'grid';
  const rowHeight = useRowHeight(width);
  const stride = isGrid ? tileHeight + gap : rowHeight;
  const total = list.total ?? 0;
  const columns = isGrid ? Math.max(1, Math.floor((width - gap) / (minTileWidth + gap))) : 1;
  const virtual = useRows(container, { list, isGrid, stride, columns });
  const rows = virtual.getVirtualItems();
  const keepPosition = useScrollMemory(container, list.total !== undefined);

  const focusName = useNameFocus(container, selection.focus);
  useTabStop(container, selection.focus);
  const focusItem = (index: number): void => {
    virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
    keepPosition();
    focusName();
  };
  useFocusReturn(listKey, list, selection.focus, (index) => {
    selection.noteFocus(index);
    focusItem(index);
  });
  useFocusedItem(list, selection.focus, renaming, focusName);
  useListKeys(section, { ...keyDeps, list, selection, renaming, columns, total, focusItem });

  return (
    <div
      ref={container}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain pb-[calc(var(--covered,0px)+5rem)] select-none md:pb-(--covered)"
      onFocus={({ target }) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
        if (index !== undefined) selection.noteFocus(Number(index));
      }}
      aria-busy={list.total === undefined}
      style={{ '--row': isGrid ? undefined : `${rowHeight}px` } as CSSProperties}
    >
      {RubberBand !== undefined && (
        <RubberBand container={container} selection={selection} grid={{ isGrid, gap, stride, columns, width, list }} />
      )}
      {Swipe !== undefined && <Swipe container={container} list={list} actions={props.actions} />}
      <div
        role="grid"
        className="@container"
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={virtual.options.count + (isGrid ? 0 : 1)}
      >
        {!isGrid && <ListHeader {...props.header} />}
        <div
          role="rowgroup"
          className="relative"
          style={{ height: virtual.getTotalSize() + (isGrid ? gap : 0) }}
          aria-label={list.total === undefined ? app.loading : undefined}
        >
          {list.total === undefined && <div className="waiting h-160" />}
          <ListRows
            rows={rows}
            columns={isGrid ? columns : undefined}
            list={list}
            selected={selection.selected}
            cutIds={cutIds}
            renaming={renaming}
            handlers={handlers}
          />
        </div>
      </div>
    </div>
  );
}

interface ListRowsProps extends Pick<ItemListViewProps, 'list' | 'cutIds' | 'renaming' | 'handlers'> {
  readonly rows: readonly VirtualItem[];
  /** Number of tiles in a row; undefined in a list. */
  readonly columns: number | undefined;
  readonly selected: Selection['selected'];
}

/** The rows in view. */
const ListRows = memo(function ListRows(props: ListRowsProps) {
  const { rows, columns, list, selected, cutIds, renaming, handlers } = props;
  const Cell = columns === undefined ? ItemRow : ItemTile;
  const cell = (index: number) => {
    const item = list.at(index);
    if (item === undefined)
      return index < (list.total ?? 0) ? <Placeholder key={index} isGrid={columns !== undefined} /> : undefined;
    return (
      <Cell
        key={item.id}
        item={item}
        index={index}
        isSelected={selected.has(item.id)}
        isCut={cutIds.has(item.id)}
        draft={renaming?.id === item.id ? renaming.draft : undefined}
        place={list.placeOf?.(item)}
        owner={list.ownerOf?.(item)}
        handlers={handlers}
      />
    );
  };
  return rows.map((row) => {
    const indexes = Array.from({ length: columns ?? 1 }, (_, column) => row.index * (columns ?? 1) + column);
    // An error below the field of a name covers the rows that follow.
    const isAbove = renaming !== undefined && indexes.some((index) => list.at(index)?.id === renaming.id);
    return (
      // The field moves with its item, when others come and go before it.
      <ListRow key={isAbove ? renaming.id : row.key} row={row} columns={columns} isAbove={isAbove}>
        {indexes.map(cell)}
      </ListRow>
    );
  });
});

interface RowsLayout {
  readonly list: ItemList;
  readonly isGrid: boolean;
  /** From the top of one row to the next. */
  readonly stride: number;
  readonly columns: number;
}

/** Knows which rows are in view, and loads what they show. */
function useRows(container: RefObject<HTMLDivElement | null>, { list, isGrid, stride, columns }: RowsLayout) {
  const { total = 0, show } = list;
  const virtual = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => container.current,
    estimateSize: () => stride,
    overscan: 8,
    useFlushSync: false,
    scrollPaddingStart: isGrid ? gap : stride,
    scrollPaddingEnd: isGrid ? gap : headerHeight,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, columns, stride]);
  const rows = virtual.getVirtualItems();
  const [first, last] = [(rows[0]?.index ?? 0) * columns, ((rows.at(-1)?.index ?? 0) + 1) * columns - 1];
  useEffect(() => show(first, Math.min(last, Math.max(0, total - 1))), [show, first, last, total]);
  return virtual;
}

interface ListRowProps {
  readonly row: VirtualItem;
  /** Of a row of tiles. */
  readonly columns: number | undefined;
  readonly isAbove: boolean;
  readonly children: ReactNode;
}

/** The place of a row, or of a row of tiles. */
function ListRow({ row, columns, isAbove, children }: ListRowProps) {
  const offset = row.start + (columns === undefined ? 0 : gap);
  const place = { transform: `translateY(${offset}px)`, height: row.size, zIndex: isAbove ? 5 : undefined };
  if (columns === undefined)
    return (
      <div role="presentation" className="absolute inset-x-0 top-0" style={place}>
        {children}
      </div>
    );
  return (
    <div
      role="row"
      aria-rowindex={row.index + 1}
      className="absolute inset-x-0 top-0 grid gap-3 px-3 pb-3"
      style={{ ...place, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {children}
    </div>
  );
}

/** Stands for an item whose page is loading. */
function Placeholder({ isGrid }: { readonly isGrid: boolean }) {
  return isGrid ? (
    <div role="gridcell" className="animate-pulse rounded-xl border border-line bg-line/40" />
  ) : (
    <div role="row" className="flex h-(--row) items-center gap-2 border-b border-line ps-13">
      <div role="gridcell" className="flex flex-1 animate-pulse items-center gap-2">
        <span className="size-7 rounded-md bg-line" />
        <span className="h-3.5 w-1/3 rounded bg-line" />
      </div>
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
