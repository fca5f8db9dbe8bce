import type { Item } from '@drive/sdk';
import { useCallback, useMemo, useState } from 'react';
import type { ItemList } from '../../api/items.ts';

interface State {
  readonly selected: ReadonlyMap<string, Item>;
  /** The item at which a range begins. */
  readonly anchor: number;
  /** Position of the item that has the keyboard. */
  readonly focus: number;
}

export interface Selection extends State {
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

const none: State = { selected: new Map(), anchor: 0, focus: 0 };

/**
 * The selected items of a list, and the item that has the keyboard: one state, because whatever selects an item also gives it
 * the keyboard. Items that are not loaded cannot be selected. `focus`: where the keyboard is at first.
 */
export function useSelection(list: Pick<ItemList, 'at'>, focus = 0): Selection {
  const [state, setState] = useState<State>(() => ({ ...none, anchor: focus, focus }));
  const { at } = list;

  const only = useCallback(
    (index: number) => {
      const item = at(index);
      setState({
        selected: item === undefined ? none.selected : new Map([[item.id, item]]),
        anchor: index,
        focus: index,
      });
    },
    [at],
  );
  const toggle = useCallback(
    (index: number) => {
      const item = at(index);
      if (item === undefined) return;
      setState(({ selected }) => {
        const next = new Map(selected);
        if (!next.delete(item.id)) next.set(item.id, item);
        return { selected: next, anchor: index, focus: index };
      });
    },
    [at],
  );
  const extendTo = useCallback(
    (index: number) =>
      setState(({ anchor }) => {
        const next = new Map<string, Item>();
        for (let each = Math.min(anchor, index); each <= Math.max(anchor, index); each += 1) {
          const item = at(each);
          if (item !== undefined) next.set(item.id, item);
        }
        return { selected: next, anchor, focus: index };
      }),
    [at],
  );
  const all = useCallback(
    (items: readonly Item[]) =>
      setState(({ anchor, focus }) => ({ selected: new Map(items.map((item) => [item.id, item])), anchor, focus })),
    [],
  );
  const clear = useCallback(() => setState(({ anchor, focus }) => ({ selected: none.selected, anchor, focus })), []);
  const moveFocus = useCallback(
    (index: number) => setState((current) => ({ ...current, anchor: index, focus: index })),
    [],
  );

  const noteFocus = useCallback(
    (index: number) => setState((current) => (current.focus === index ? current : { ...current, focus: index })),
    [],
  );

  return useMemo(
    () => ({ ...state, noteFocus, only, toggle, extendTo, all, clear, moveFocus }),
    [state, noteFocus, only, toggle, extendTo, all, clear, moveFocus],
  );
}
