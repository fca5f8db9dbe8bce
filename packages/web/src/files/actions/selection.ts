import type { Item } from '@drive/sdk';
import { useMemo, useState } from 'react';
import { positionOf, type ItemList } from '../../api/items.ts';

/** Position of an item in the list. Without the id, it is that of whichever item is there. */
interface Place {
  readonly index: number;
  readonly id: string | undefined;
}

interface State {
  readonly selected: ReadonlyMap<string, Item>;
  /** The item at which a range begins. */
  readonly anchor: Place;
  /** The item that has the keyboard. */
  readonly focus: Place;
}

export interface Selection extends Pick<State, 'selected'> {
  /** Position of the item that has the keyboard. */
  readonly focus: number;
  /** Selects this item alone, and gives it the keyboard. */
  only(index: number): void;
  toggle(index: number): void;
  /** Selects everything between the anchor and this item. */
  extendTo(index: number): void;
  /** Selects these items, wherever they are in the list. */
  all(items: readonly Item[]): void;
  clear(): void;
  /** Gives the keyboard to an item and leaves the selection as it is. */
  moveFocus(index: number): void;
  /** The item got the keyboard by Tab or by a click; a range still begins where it began. */
  noteFocus(index: number): void;
}

/** The place at which the item is now, when others came or went before it. */
function followed(place: Place, list: ItemList): Place {
  const index = place.id === undefined ? undefined : positionOf(place.id, list, place.index);
  return index === undefined || index === place.index ? place : { ...place, index };
}

/**
 * The selected items of a list, and the item that has the keyboard: one state, because whatever selects an item also gives it
 * the keyboard. Items that are not loaded cannot be selected. `focus`: where the keyboard is at first.
 */
export function useSelection(list: ItemList, focus: number): Selection {
  const [state, setState] = useState((): State => {
    const first = { index: focus, id: undefined };
    return { selected: new Map(), anchor: first, focus: first };
  });
  const now = { ...state, anchor: followed(state.anchor, list), focus: followed(state.focus, list) };
  if (now.anchor !== state.anchor || now.focus !== state.focus) setState(now);

  const actions = useMemo((): Omit<Selection, 'selected' | 'focus'> => {
    const { at } = list;
    const placeOf = (index: number): Place => ({ index, id: at(index)?.id });
    const all = (items: readonly Item[]): void =>
      setState((current) => ({ ...current, selected: new Map(items.map((item) => [item.id, item])) }));
    const moveFocus = (index: number): void =>
      setState((current) => ({ ...current, anchor: placeOf(index), focus: placeOf(index) }));
    return {
      only: (index) => {
        const item = at(index);
        all(item === undefined ? [] : [item]);
        moveFocus(index);
      },
      toggle: (index) => {
        const item = at(index);
        if (item === undefined) return;
        setState((current) => {
          const selected = new Map(current.selected);
          if (!selected.delete(item.id)) selected.set(item.id, item);
          return { ...current, selected };
        });
        moveFocus(index);
      },
      extendTo: (index) =>
        setState(({ anchor }) => {
          const selected = new Map<string, Item>();
          for (let each = Math.min(anchor.index, index); each <= Math.max(anchor.index, index); each += 1) {
            const item = at(each);
            if (item !== undefined) selected.set(item.id, item);
          }
          return { selected, anchor, focus: placeOf(index) };
        }),
      all,
      clear: () => all([]),
      moveFocus,
      noteFocus: (index) => {
        const focus = placeOf(index);
        setState((current) =>
          current.focus.index === index && current.focus.id === focus.id ? current : { ...current, focus },
        );
      },
    };
  }, [list]);

  const { selected, focus: place } = now;
  return useMemo(() => ({ ...actions, selected, focus: place.index }), [actions, selected, place]);
}
