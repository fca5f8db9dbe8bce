import type { ListSort, SearchSort } from '@drive/contract/sorts';
import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { controlSize } from './item-cell.tsx';
import { columnsOf } from './item-row.tsx';

/** The height of the header, which stays above the rows as they scroll. The virtualizer does not count it. */
export const headerHeight = 44;

export interface ListHeaderProps {
  readonly sort: ListSort | SearchSort;
  /** The orders that the list can have. */
  readonly sorts: readonly (ListSort | SearchSort)[];
  /** Whether the items are of several folders. */
  readonly hasPlace: boolean;
  /** Whether the items are of several owners. */
  readonly hasOwner?: boolean;
  readonly onSort: (sort: ListSort | SearchSort) => void;
  /** How many of the items are selected. */
  readonly selected: 'none' | 'some' | 'all';
  readonly onSelectAll: (isSelected: boolean) => void;
}

/** Sorts of a column: the first one, and the one that a second click gives. */
const columnSorts = {
  name: ['name', '-name'],
  added: ['-createdAt', 'createdAt'],
  size: ['-size', 'size'],
} as const satisfies Record<string, readonly [ListSort, ListSort]>;

export function ListHeader(props: ListHeaderProps) {
  const { sort, sorts, hasPlace, hasOwner = false, onSort, selected, onSelectAll } = props;
  const { list } = useMessages();

  const column = (name: keyof typeof columnSorts, className: string) => {
    const [first, second] = columnSorts[name];
    const isAscending = sort === 'name' || sort === 'createdAt' || sort === 'size';
    if (!sorts.includes(first)) return plainColumn(list[name], className);
    const isSorted = sort === first || sort === second || (name === 'name' && sort === 'type,name');
    const isUp = isAscending || sort === 'type,name';
    return (
      <div
        role="columnheader"
        aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
        className={className}
      >
        <button
          type="button"
          className={`-mx-1 inline-flex min-h-11 min-w-11 items-center gap-1 rounded px-1 font-semibold hover:text-text ${name === 'size' ? 'flex-row-reverse' : ''}`}
          onClick={() => onSort(sort === first ? second : first)}
        >
          {list[name]}
          {isSorted && (isUp ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />)}
        </button>
      </div>
    );
  };

  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className={`${columnsOf(hasPlace || hasOwner)} h-11 border-b border-line bg-card text-small text-muted`}
      >
        <div role="columnheader">
          <label className={`${controlSize} grid place-items-center`}>
            <input
              type="checkbox"
              className="size-5 accent-accent"
              aria-label={list.selectAll}
              checked={selected === 'all'}
              ref={(box) => {
                if (box !== null) box.indeterminate = selected === 'some';
              }}
              onChange={({ target }) => onSelectAll(target.checked)}
            />
          </label>
        </div>
        {column('name', 'col-span-2')}
        {hasPlace || hasOwner ? (
          plainColumn(hasOwner ? list.owner : list.place, 'hidden @xl:block')
        ) : (
          <>
            {plainColumn(list.type, 'hidden @4xl:block')}
            {plainColumn(list.modified, 'hidden @4xl:block')}
          </>
        )}
        {column('added', 'hidden @xl:block')}
        {column('size', 'hidden text-end @xl:block')}
        <div role="columnheader">
          <span className="sr-only">{list.keys}</span>
        </div>
      </div>
    </div>
  );
}

/** A column by which nothing is sorted. */
const plainColumn = (name: string, className: string) => (
  <div role="columnheader" className={`${className} font-semibold`}>
    {name}
  </div>
);
