import type { Item } from '@drive/sdk';
import { useEffect, useRef, type RefObject } from 'react';
import type { ItemList } from '../../api/items.ts';
import type { Selection } from '../actions/selection.ts';
import { headerHeight } from './list-header.tsx';
import { attachRubberBand, type Band } from './rubber-band.ts';

interface Grid {
  /** Distance of tiles from one another and from the edge, and from the top of one row of tiles to the next. */
  readonly gap: number;
  readonly stride: number;
  readonly isGrid: boolean;
  readonly columns: number;
  readonly width: number;
  readonly list: Pick<ItemList, 'at'>;
}

/** The items of which a part is in a rectangle. */
function itemsInBand(
  { left, top, right, bottom }: Band,
  { isGrid, gap, stride, columns, width, list }: Grid,
): readonly Item[] {
  const rowOf = (y: number): number => Math.floor((y - (isGrid ? gap : headerHeight)) / stride);
  const columnOf = (x: number): number => (isGrid ? Math.floor(((x - gap) * columns) / (width - gap)) : 0);
  const items: Item[] = [];
  for (let row = Math.max(0, rowOf(top)); row <= rowOf(bottom); row += 1)
    for (let column = Math.max(0, columnOf(left)); column <= Math.min(columnOf(right), columns - 1); column += 1) {
      const item = list.at(row * columns + column);
      if (item !== undefined) items.push(item);
    }
  return items;
}

interface RubberBandProps {
  readonly container: RefObject<HTMLElement | null>;
  readonly selection: Selection;
  readonly grid: Grid;
}

/** Selects what a rectangle touches that is drawn from a place beside the items. */
export function RubberBand({ container, selection, grid }: RubberBandProps): null {
  const latest = useRef({ selection, grid });
  useEffect(() => {
    latest.current = { selection, grid };
  });
  useEffect(() => {
    const { current } = container;
    if (current === null) return;
    let before: readonly Item[] = [];
    return attachRubberBand(current, {
      onBegin: () => void (before = [...latest.current.selection.selected.values()]),
      onDraw: (band, isAdded) =>
        latest.current.selection.all([...(isAdded ? before : []), ...itemsInBand(band, latest.current.grid)]),
      onClickBeside: () => latest.current.selection.clear(),
    });
  }, [container]);
  return null;
}
