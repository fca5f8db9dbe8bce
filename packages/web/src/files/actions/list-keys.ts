import type { KeyboardEvent } from 'react';
import type { ItemList } from '../../api/items.ts';
import type { Selection } from './selection.ts';
import type { ItemActions } from './use-item-actions.ts';

export interface ListKeyDeps {
  readonly list: ItemList;
  readonly selection: Selection;
  readonly actions: ItemActions;
  readonly columns: number;
  readonly total: number;
  readonly selectAll: () => void;
  /** Opens the folder above. */
  readonly goUp: (() => void) | undefined;
  /** Moves the keyboard to the item. */
  readonly focusItem: (index: number) => void;
}

/** The keys of a list, as file managers have them. Enter is that of the name, which is a link or a button. */
export function listKeys(event: KeyboardEvent<HTMLElement>, deps: ListKeyDeps): void {
  const { list, selection, actions, columns, total, selectAll, goUp, focusItem } = deps;
  const { focus } = selection;
  const isCommand = event.ctrlKey || event.metaKey;
  // Keys of the header are about no item, and not about the one that had the keyboard before.
  const current = (event.target as Element).closest('[data-index]') === null ? undefined : list.at(focus);
  const chosen = selection.selected.size > 0 ? [...selection.selected.values()] : current && [current];
  const isOnControl = (event.target as Element).closest('button:not([data-item-name]), input') !== null;

  const move = (index: number): void => {
    const next = Math.max(0, Math.min(total - 1, index));
    if (event.shiftKey) selection.extendTo(next);
    else selection.moveFocus(next);
    focusItem(next);
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => move(focus + columns),
    ArrowUp: () => move(focus - columns),
    ArrowRight: columns > 1 ? () => move(focus + 1) : undefined,
    ArrowLeft: columns > 1 ? () => move(focus - 1) : undefined,
    PageDown: () => move(focus + 10 * columns),
    PageUp: () => move(focus - 10 * columns),
    Home: () => move(0),
    End: () => move(total - 1),
    ' ': isOnControl ? undefined : () => selection.toggle(focus),
    a: isCommand ? selectAll : undefined,
    s: isCommand ? undefined : chosen && (() => actions.share(chosen)),
    F2: current && (() => actions.rename(current)),
    Delete: chosen && (() => actions.trash(chosen)),
    Backspace: goUp,
  };
  const act = keys[event.key];
  if (act === undefined || (isCommand && event.key !== 'a') || event.altKey) return;
  event.preventDefault();
  act();
}
