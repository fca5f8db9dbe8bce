import type { Item } from '@drive/sdk';
import { useSyncExternalStore } from 'react';
import type { Folder } from './item-drag.ts';
import type { ItemActions } from './use-item-actions.ts';

export interface ClipboardContent {
  /** Whether the items are moved when they are pasted. */
  readonly isCut: boolean;
  readonly items: readonly Item[];
  /**
   * What the clipboard of the system got at the same time: another text there means that something else was copied since.
   * undefined: it got nothing.
   */
  readonly text: string | undefined;
}

/** Items that the user copied or cut in this tab, until they are pasted in another folder. */
class ItemClipboard {
  #content: ClipboardContent | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): ClipboardContent | undefined => this.#content;

  set(content: ClipboardContent | undefined): void {
    this.#content = content;
    for (const listener of this.#listeners) listener();
  }
}

export const itemClipboard = new ItemClipboard();

export const useItemClipboard = (): ClipboardContent | undefined =>
  useSyncExternalStore(itemClipboard.subscribe, itemClipboard.get);

/** Pastes what was copied or cut. What was cut can be pasted once. */
export function pasteItems(content: ClipboardContent, actions: ItemActions, folder: Folder): void {
  if (!content.isCut) return actions.copyTo(content.items, folder);
  itemClipboard.set(undefined);
  const others = content.items.filter(({ parentId }) => parentId !== folder.id);
  if (others.length > 0) actions.moveTo(others, folder);
}
