import { useEffect, useRef } from 'react';

/** Whether a list was shown before: the first one after a load of the page takes no focus. */
let isFirst = true;
/** Position that had the keyboard when a list was left, by the key of the list. */
const positions = new Map<string, number>();

const isFocusLost = (): boolean =>
  !isFirst && (document.activeElement === null || document.activeElement === document.body);

export const lastPosition = (key: string): number => positions.get(key) ?? 0;

/**
 * Returns the keyboard to the list when the element that had it is gone: its item was deleted, or another folder was
 * opened. Browsers would otherwise start from the top of the page. `total` is undefined until the list is loaded.
 */
export function useFocusReturn(
  key: string,
  total: number | undefined,
  position: number,
  focusItem: (index: number) => void,
): void {
  const focus = useRef(() => {});
  useEffect(() => {
    focus.current = () => focusItem(Math.max(0, Math.min(position, (total ?? 1) - 1)));
    positions.set(key, position);
  });
  useEffect(() => {
    if (total === undefined) return;
    if (isFocusLost()) focus.current();
    isFirst = false;
  }, [key, total]);
}

/** Gives the keyboard to the content of the page if the list is empty. Call it in the component around the list. */
export function useEmptyFocus(total: number | undefined): void {
  useEffect(() => {
    // A list with items returns the focus itself, as soon as it is drawn.
    if (total !== 0) return;
    if (isFocusLost()) document.querySelector('main')?.focus();
    isFirst = false;
  }, [total]);
}
