import { useEffect, useRef } from 'react';
import { positionOf, type ItemList } from '../../api/items.ts';

/** The element that has the keyboard, or had it last. After a load of the page, none had it. */
let last: EventTarget | null = null;
document.addEventListener('focusin', ({ target }) => void (last = target));
/** Position that had the keyboard when a list was left, by the key of the list. */
const positions = new Map<string, number>();

/** Whether that element is gone. After a click beside all elements it is not, and the list takes no keyboard that nobody gave it. */
const isFocusLost = (): boolean =>
  last instanceof Element && !last.isConnected && (document.activeElement ?? document.body) === document.body;

/** Id of the item that was just created and is not in the list yet. */
let added: string | undefined;

/** Gives the keyboard to an item that was just created, if it gets into the list soon. */
export function focusAdded(id: string): void {
  added = id;
  setTimeout(() => (added = undefined), 1000);
}

export const lastPosition = (key: string): number => positions.get(key) ?? 0;

/**
 * Returns the keyboard to the list when the element that had it is gone: its item was deleted, or another folder was
 * opened. Browsers would otherwise start from the top of the page. Call it for the list that is drawn.
 */
export function useFocusReturn(
  key: string,
  list: ItemList,
  position: number,
  focusItem: (index: number) => void,
): void {
  const { total } = list;
  const focus = useRef(() => {});
  useEffect(() => {
    focus.current = () => focusItem(Math.max(0, Math.min(position, (total ?? 1) - 1)));
    positions.set(key, position);
    const index = added === undefined ? undefined : positionOf(added, list, position);
    if (index === undefined) return;
    added = undefined;
    // Also if the keyboard is returned in this moment.
    focus.current = () => focusItem(index);
    focus.current();
  });
  useEffect(() => {
    if (total === undefined) return;
    if (isFocusLost()) focus.current();
  }, [key, total]);
}

/** Gives the keyboard to the content of the page if the list is empty. Call it in the component around the list. */
export function useEmptyFocus(total: number | undefined): void {
  useEffect(() => {
    // A list with items returns the focus itself, as soon as it is drawn.
    if (total !== 0) return;
    if (isFocusLost()) document.querySelector('main')?.focus();
  }, [total]);
}
