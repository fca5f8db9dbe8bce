import type { Item } from '@drive/sdk';
import { useEffect, useRef, type RefObject } from 'react';
import type { ItemList } from '../../api/items.ts';
import { isTyping } from '../../browser/is-typing.ts';
import { shownName } from '../../ui/shown-name.ts';
import { itemClipboard, pasteItems } from './item-clipboard.ts';
import type { Folder } from './item-drag.ts';
import { chosenItems, isForList } from './list-keys.ts';
import type { Selection } from './selection.ts';
import type { ItemActions } from './use-item-actions.ts';

interface ClipboardKeysProps {
  readonly section: RefObject<HTMLElement | null>;
  readonly list: ItemList;
  readonly selection: Selection;
  readonly actions: ItemActions;
  /** The folder into which items are pasted; undefined: none, as in the results of a search. */
  readonly destination: Folder | undefined;
}

const nameLines = (items: readonly Item[]): string => items.map(({ name }) => shownName(name)).join('\n');

/**
 * Copies, cuts and pastes items with the keys of the system. These are events of the clipboard and not keys, so that the menu
 * of the browser does the same, and so that files of the system that are pasted are still uploaded. Shows nothing itself.
 */
export function ClipboardKeys({ section, ...props }: ClipboardKeysProps): null {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const isOurs = (event: ClipboardEvent): boolean =>
      !event.defaultPrevented &&
      !isTyping(event) &&
      isForList(event, section.current) &&
      (event.type === 'paste' || window.getSelection()?.isCollapsed !== false);
    const take = (event: ClipboardEvent): void => {
      const { list, selection } = latest.current;
      const items = chosenItems(event.target, list, selection);
      if (items.length === 0 || !isOurs(event)) return;
      event.preventDefault();
      const text = nameLines(items);
      event.clipboardData?.setData('text/plain', text);
      itemClipboard.set({ isCut: event.type === 'cut', items, text });
    };
    const paste = (event: ClipboardEvent): void => {
      const { actions, destination } = latest.current;
      const content = itemClipboard.get();
      if (content === undefined || destination === undefined || !isOurs(event)) return;
      // Files of the system are uploaded, whatever was copied here before.
      if (event.clipboardData?.types.includes('Files') === true) return;
      // The system may have changed the ends of lines.
      const text = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n');
      if (content.text !== undefined && content.text !== text) return;
      event.preventDefault();
      pasteItems(content, actions, destination);
    };
    const forgetCut = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && itemClipboard.get()?.isCut === true) itemClipboard.set(undefined);
    };
    window.addEventListener('copy', take);
    window.addEventListener('cut', take);
    window.addEventListener('paste', paste);
    window.addEventListener('keydown', forgetCut);
    return () => {
      window.removeEventListener('copy', take);
      window.removeEventListener('cut', take);
      window.removeEventListener('paste', paste);
      window.removeEventListener('keydown', forgetCut);
    };
  }, [section]);
  return null;
}
