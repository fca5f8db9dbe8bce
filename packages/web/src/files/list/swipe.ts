import './swipe.css';
import type { Item } from '@drive/sdk';
import { useEffect, useRef, type RefObject } from 'react';
import type { ItemList } from '../../api/items.ts';
import { mayUse } from '../../api/rights.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import type { Messages } from '../../i18n/texts.ts';
import type { ItemActions } from '../actions/use-item-actions.ts';

interface SwipedList {
  readonly list: Pick<ItemList, 'at'>;
  readonly actions: Pick<ItemActions, 'trash' | 'star'>;
  readonly labels: Messages['actions'];
}

interface SwipeRowsProps extends Omit<SwipedList, 'labels'> {
  /** The element that scrolls. */
  readonly container: RefObject<HTMLElement | null>;
}

/** Lets fingers swipe the rows of a list to the side. Shows nothing itself. */
export function SwipeRows({ container, list, actions }: SwipeRowsProps): null {
  const { actions: labels } = useMessages();
  const latest = useRef<SwipedList>({ list, actions, labels });
  useEffect(() => {
    latest.current = { list, actions, labels };
  });
  useEffect(() => {
    const { current } = container;
    if (current === null || !matchMedia('(pointer: coarse)').matches) return;
    return attachSwipe(current, () => latest.current);
  }, [container]);
  return null;
}

/** Toward the start of the line (left, where texts run to the right), or toward its end. */
type SwipeSide = 'start' | 'end';

/** What a swipe to a side does. */
interface Swipe {
  readonly label: string;
  readonly run: () => void;
}

/** A finger that moves less far scrolls or taps. */
const leastPx = 12;
/** A finger that lifts before it has moved so far takes the swipe back. */
const actsPx = 96;

/**
 * Lets fingers swipe rows of a list: toward the start of the line for the trash, toward its end for a star. `container` is the
 * element that scrolls.
 */
function attachSwipe(container: HTMLElement, get: () => SwipedList): () => void {
  let stop: (() => void) | undefined;
  const begin = (event: PointerEvent): void => {
    const { target } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[role=row][data-index]') : null;
    stop?.();
    if (event.pointerType !== 'touch' || !event.isPrimary || row === null) return;
    const index = Number(row.dataset['index']);
    const id = get().list.at(index)?.id;
    // While the finger moves, the list may get another item into this row, which the finger does not mean.
    const itemNow = (): Item | undefined => {
      const item = get().list.at(index);
      return item?.id === id ? item : undefined;
    };
    stop = follow(row, event, { itemNow, swipeOf: (item, side) => swipeOf(item, side, get()) });
  };
  // Lists scroll up and down only; the browser leaves the other direction to the script.
  container.style.touchAction = 'pan-y pinch-zoom';
  container.addEventListener('pointerdown', begin);
  return () => {
    stop?.();
    container.style.touchAction = '';
    container.removeEventListener('pointerdown', begin);
  };
}

function swipeOf(item: Item, side: SwipeSide, { actions, labels }: SwipedList): Swipe | undefined {
  if (side === 'end')
    return { label: item.starred ? labels.unstar : labels.star, run: () => actions.star([item], !item.starred) };
  return mayUse(item, 'tidy', undefined) ? { label: labels.trash, run: () => actions.trash([item]) } : undefined;
}

interface SwipedRow {
  /** The item that the finger was put on; undefined: it is not in the row any more. */
  readonly itemNow: () => Item | undefined;
  readonly swipeOf: (item: Item, side: SwipeSide) => Swipe | undefined;
}

function follow(row: HTMLElement, first: PointerEvent, swiped: SwipedRow): () => void {
  const place = row.parentElement;
  const toStart = getComputedStyle(row).direction === 'rtl' ? 1 : -1;
  const listening = new AbortController();
  let side: SwipeSide | undefined;
  let moved = 0;

  const end = (): void => {
    listening.abort();
    row.style.translate = '';
    delete place?.dataset['swipe'];
    delete place?.dataset['swipeLabel'];
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== first.pointerId) return;
    moved = event.clientX - first.clientX;
    const isSideways = Math.abs(moved) > 2 * Math.abs(event.clientY - first.clientY);
    if (side === undefined && (Math.abs(moved) < leastPx || !isSideways)) return;
    side = Math.sign(moved) === toStart ? 'start' : 'end';
    const item = swiped.itemNow();
    if (item === undefined) {
      end();
      return;
    }
    const label = swiped.swipeOf(item, side)?.label;
    row.style.translate = label === undefined ? '' : `${moved}px`;
    if (place === null || label === undefined) return;
    place.dataset['swipe'] = side;
    place.dataset['swipeLabel'] = label;
  };
  const lift = (): void => {
    end();
    if (side === undefined) return;
    // The finger did not mean what it was on.
    row.addEventListener('click', stopClick, { capture: true, once: true });
    setTimeout(() => row.removeEventListener('click', stopClick, { capture: true }));
    const item = swiped.itemNow();
    if (item !== undefined && Math.abs(moved) >= actsPx) swiped.swipeOf(item, side)?.run();
  };
  const options = { signal: listening.signal };
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', lift, options);
  window.addEventListener('pointercancel', end, options);
  return end;
}

function stopClick(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
