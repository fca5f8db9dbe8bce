import type { Item } from '@drive/sdk';
import { useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { ItemList } from '../../api/items.ts';
import type { Folder } from './item-drag.ts';
import type { Selection } from './selection.ts';
import type { ItemActions } from './use-item-actions.ts';

/** A menu that is open for an item, beside an element or at the pointer. */
export interface OpenMenu {
  /** The items it is for, which stay these if the list is loaded again. */
  readonly items: readonly Item[];
  readonly anchor: Element | { getBoundingClientRect(): DOMRect };
}

/** Functions that rows and tiles call. The object never changes, so that only the rows that changed are drawn again. */
export interface ItemHandlers {
  onOpen(item: Item): void;
  onClick(event: MouseEvent<HTMLElement>, index: number): void;
  /** Opens the item, unless a control of the row was meant. */
  onDoubleClick(event: MouseEvent<HTMLElement>, index: number): void;
  onCheck(event: MouseEvent<HTMLInputElement>, index: number): void;
  onContextMenu(event: MouseEvent<HTMLElement>, index: number): void;
  onMenu(button: Element, index: number): void;
  onDrop(items: readonly Item[], folder: Folder): void;
  /** The name of the item is not being changed any more. */
  onRenameEnd(): void;
  /** The selected items if this one is among them, else this one alone. */
  itemsWith(item: Item): readonly Item[];
}

interface Deps {
  readonly list: ItemList;
  readonly selection: Selection;
  readonly actions: ItemActions;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly endRename: () => void;
}

/** The selected items if this one is among them, else this one alone. */
const withSelected = (item: Item, { selected }: Selection): readonly Item[] =>
  selected.has(item.id) ? [...selected.values()] : [item];

const isControl = (target: EventTarget): boolean => (target as Element).closest('a, button, label, input') !== null;
/** A click on it opens the item at once. */
const isOnThumbnail = (target: EventTarget): boolean => (target as Element).closest('[data-opens]') !== null;

export function useItemHandlers(deps: Deps): ItemHandlers {
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  return useMemo(
    () => ({
      onOpen: (item) => latest.current.actions.open(item),
      onClick: (event, index) => {
        const { selection, list, actions } = latest.current;
        const isOnControl = isControl(event.target);
        const item = list.at(index);
        if (event.shiftKey) selection.extendTo(index);
        else if (event.ctrlKey || event.metaKey) selection.toggle(index);
        else if (isOnThumbnail(event.target) && item !== undefined) return actions.open(item);
        else if (isOnControl) return;
        else selection.only(index);
        // The keys that follow a click are about the item.
        event.currentTarget.querySelector<HTMLElement>('[data-item-name]')?.focus({ preventScroll: true });
      },
      onDoubleClick: (event, index) => {
        const item = latest.current.list.at(index);
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
        const isElsewhere = !isControl(event.target) && !isOnThumbnail(event.target);
        if (item !== undefined && isPlain && isElsewhere) latest.current.actions.open(item);
      },
      onCheck: (event, index) => {
        event.stopPropagation();
        if (event.shiftKey) latest.current.selection.extendTo(index);
        else latest.current.selection.toggle(index);
      },
      onContextMenu: (event, index) => {
        event.preventDefault();
        const { list, selection, openMenu } = latest.current;
        const item = list.at(index);
        if (item === undefined) return;
        if (!selection.selected.has(item.id)) selection.only(index);
        const place = new DOMRect(event.clientX, event.clientY, 0, 0);
        openMenu({ items: withSelected(item, selection), anchor: { getBoundingClientRect: () => place } });
      },
      onMenu: (button, index) => {
        const { list, selection, openMenu } = latest.current;
        const item = list.at(index);
        if (item === undefined) return;
        if (!selection.selected.has(item.id)) selection.clear();
        openMenu({ items: withSelected(item, selection), anchor: button });
      },
      onDrop: (items, folder) => latest.current.actions.moveTo(items, folder),
      onRenameEnd: () => latest.current.endRename(),
      itemsWith: (item) => withSelected(item, latest.current.selection),
    }),
    [],
  );
}
