import type { Item } from '@drive/sdk';
import { useEffect, useState, type RefObject } from 'react';
import { attachOnceLoaded } from '../../browser/load-early.ts';

const loadDragging = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter');
const kind = Symbol('items');

export interface Folder {
  /** null: the root. */
  readonly id: string | null;
  readonly name: string;
  /** Of a folder that is known: whose it is. */
  readonly ownerId?: string | null;
  readonly driveId?: string | null;
}

/**
 * Whether a drag with the mouse from here draws a rectangle instead of moving an item: from beside the items, and in a row
 * that is not selected from beside its name and its picture.
 */
export function startsBand(target: Element): boolean {
  if (target.closest('a, button, label, input, [data-opens], [role=columnheader]') !== null) return false;
  const item = target.closest('[data-index]');
  return item === null || (item.getAttribute('role') === 'row' && item.getAttribute('aria-selected') !== 'true');
}

/** Lets the user drag an item, with the others that are selected. */
export function useItemDrag(element: RefObject<HTMLElement | null>, getItems: () => readonly Item[]): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    return attachOnceLoaded(loadDragging, ({ draggable }) =>
      draggable({
        element: current,
        canDrag: ({ input }) => {
          const from = document.elementFromPoint(input.clientX, input.clientY);
          return from === null || !startsBand(from);
        },
        getInitialData: () => ({ [kind]: getItems() }),
      }),
    );
  }, [element, getItems]);
}

/** Lets the user drop items on a folder; null: the element is no folder. Returns whether items are over it. */
export function useItemDrop(
  element: RefObject<HTMLElement | null>,
  folder: Folder | null,
  onDrop: (items: readonly Item[], folder: Folder) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const { id, name, ownerId, driveId } = folder ?? {};
  useEffect(() => {
    const { current } = element;
    if (current === null || id === undefined || name === undefined) return;
    const itemsOf = (data: Record<string | symbol, unknown>): readonly Item[] => (data[kind] ?? []) as readonly Item[];
    return attachOnceLoaded(loadDragging, ({ dropTargetForElements }) =>
      dropTargetForElements({
        element: current,
        canDrop: ({ source }) => {
          const items = itemsOf(source.data);
          return items.length > 0 && items.every((item) => item.id !== id && item.parentId !== id);
        },
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          onDrop(itemsOf(source.data), {
            id,
            name,
            ...(ownerId === undefined ? {} : { ownerId }),
            ...(driveId === undefined ? {} : { driveId }),
          });
        },
      }),
    );
  }, [driveId, element, id, name, onDrop, ownerId]);
  return isOver;
}
