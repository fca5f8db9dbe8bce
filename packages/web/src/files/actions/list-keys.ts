import type { Item } from '@drive/sdk';
import type { ItemList } from '../../api/items.ts';
import type { Selection } from './selection.ts';
import type { TypeAhead } from './type-ahead.ts';
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
  readonly typeAhead: TypeAhead;
}

const positionOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-index]') : null;

/**
 * What an action of the keyboard is about: the selection, or else the item that has the keyboard. Keys of the header are
 * about no item, and not about the one that had the keyboard before.
 */
export function chosenItems(target: EventTarget | null, list: ItemList, selection: Selection): readonly Item[] {
  if (selection.selected.size > 0) return [...selection.selected.values()];
  const current = positionOf(target) === null ? undefined : list.at(selection.focus);
  return current === undefined ? [] : [current];
}

/**
 * Whether a key or a command of the clipboard is for the list: it comes from the list, or from no control at all, and nothing
 * covers the list. After a click beside the rows, the page itself has the keyboard.
 */
export function isForList({ target }: Event, section: Element | null): boolean {
  if (!(target instanceof Element) || section === null) return false;
  if (document.querySelector('[data-modal]') !== null) return false;
  return section.contains(target) || target === document.body || target.matches('main');
}

/** The keys of a list, as file managers have them. Enter is that of the name, which is a link or a button. */
export function listKeys(event: KeyboardEvent, deps: ListKeyDeps): void {
  if (event.altKey ? event.key !== 'ArrowUp' : event.key === 'Alt') return;
  const act = actionOf(event, deps);
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function actionOf(event: KeyboardEvent, deps: ListKeyDeps): (() => void) | undefined {
  const { list, selection, actions, columns, total, selectAll, goUp, focusItem, typeAhead } = deps;
  const { focus } = selection;
  const { key, timeStamp: now } = event;
  if (event.altKey) return goUp;
  const isCommand = event.ctrlKey || event.metaKey;
  const isOnItem = positionOf(event.target) !== null;
  const chosen = chosenItems(event.target, list, selection);
  const [first] = chosen;
  const isOnControl =
    event.target instanceof Element && event.target.closest('button:not([data-item-name]), input') !== null;

  const move = (index: number): void => {
    const next = Math.max(0, Math.min(total - 1, index));
    if (event.shiftKey) selection.extendTo(next);
    else if (isCommand) selection.moveFocus(next);
    else selection.only(next);
    focusItem(next);
  };
  // The first arrow only goes to the list.
  const step = (by: number) => () => move(isOnItem ? focus + by : focus);
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: step(columns),
    ArrowUp: step(-columns),
    ArrowRight: columns > 1 ? step(1) : undefined,
    ArrowLeft: columns > 1 ? step(-1) : undefined,
    PageDown: step(10 * columns),
    PageUp: step(-10 * columns),
    Home: () => move(0),
    End: () => move(total - 1),
    ' ': isOnControl || !isOnItem ? undefined : () => selection.toggle(focus),
    a: isCommand ? selectAll : undefined,
    F2: first !== undefined && chosen.length === 1 ? () => actions.rename(first) : undefined,
    Delete: chosen.length > 0 ? () => actions.trash(chosen) : undefined,
    Backspace: goUp,
    Escape: () => selection.clear(),
  };
  const commands = ['a', ' ', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp'];
  // With the caps lock, the key is a capital letter.
  const command = event.shiftKey || key.length > 1 ? key : key.toLowerCase();
  if (isCommand) return commands.includes(command) ? keys[command] : undefined;
  const isLetter = [...key].length === 1 && !(event.isComposing || ['/', '?'].includes(key));
  if (!isLetter || (key === ' ' && !typeAhead.isTyping(now))) return keys[key];
  return () => {
    const found = typeAhead.find(key, now, list, focus);
    if (found === undefined) return;
    selection.only(found);
    focusItem(found);
  };
}
