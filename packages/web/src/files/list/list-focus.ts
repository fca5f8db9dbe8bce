import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ItemList } from '../../api/items.ts';
import { isTyping } from '../../browser/is-typing.ts';
import { isForList, listKeys, type ListKeyDeps } from '../actions/list-keys.ts';
import { TypeAhead } from '../actions/type-ahead.ts';
import type { Renaming } from '../actions/use-item-actions.ts';

/** Returns a function that gives the keyboard to the name of the item in focus. */
export function useNameFocus(container: RefObject<HTMLElement | null>, focus: number): () => void {
  // The item with the keyboard may not be drawn yet when the keyboard moves to it.
  const [asked, setAsked] = useState(0);
  const answered = useRef(0);
  useLayoutEffect(() => {
    if (answered.current === asked) return;
    const name = container.current?.querySelector<HTMLElement>(`[data-index="${focus}"] [data-item-name]`);
    if (name === null || name === undefined) return;
    name.focus({ preventScroll: true });
    answered.current = asked;
  });
  return () => setAsked((count) => count + 1);
}

/**
 * Lets Tab reach the controls of the item with the keyboard, and of no other. Call it after `useNameFocus`: to change this at
 * an element that still has the focus makes browsers compute the layout of the page first.
 */
export function useTabStop(container: RefObject<HTMLElement | null>, focus: number): void {
  useLayoutEffect(() => {
    const { current } = container;
    const controlsOf = (selector: string) => current?.querySelectorAll<HTMLElement>(selector) ?? [];
    const row = `[data-index="${focus}"]`;
    for (const control of controlsOf(`[data-index]:not(${row}) [tabindex="0"]`)) control.tabIndex = -1;
    for (const control of controlsOf(`${row} :is(button, input, [data-item-name])[tabindex="-1"]`))
      control.tabIndex = 0;
  });
}

/** Keeps the keyboard at its item when its row is drawn anew, and returns it to the name that was changed. */
export function useFocusedItem(
  list: ItemList,
  focus: number,
  renaming: Renaming | undefined,
  focusName: () => void,
): void {
  const known = useRef<{ readonly focus: number; readonly id: string | undefined }>(undefined);
  const wasRenaming = useRef<Renaming>(undefined);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void =>
      void (hadFocus.current = target instanceof Element && target.closest('[data-index]') !== null);
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const before = known.current;
    const id = list.at(focus)?.id;
    known.current = { focus, id };
    const isOver = wasRenaming.current !== undefined && renaming === undefined;
    wasRenaming.current = renaming;
    // Items came or went before it, or took its place.
    const isElsewhere = before?.focus !== focus || before.id !== id;
    if ((isElsewhere || isOver) && hadFocus.current && document.activeElement === document.body) focusName();
  });
}

interface KeyDeps extends Omit<ListKeyDeps, 'typeAhead'> {
  readonly renaming: Renaming | undefined;
}

/** Listens on the window: after a click beside the rows no element of the list has the keyboard. */
export function useListKeys(section: RefObject<HTMLElement | null>, deps: KeyDeps): void {
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  useEffect(() => {
    const typeAhead = new TypeAhead();
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || !isForList(event, section.current)) return;
      const { renaming, list, selection, focusItem } = latest.current;
      // The field of the name was scrolled out of view.
      if (renaming !== undefined && list.at(selection.focus)?.id === renaming.id) focusItem(selection.focus);
      else listKeys(event, { ...latest.current, typeAhead });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [section]);
}
