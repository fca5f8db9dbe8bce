import type { Item } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent } from 'react';
import { shownName } from '../../ui/shown-name.ts';

interface ItemNameProps {
  readonly item: Item;
  readonly isFocus: boolean;
  readonly className: string;
  readonly onOpen: (item: Item) => void;
}

/** The name opens the item: a link for a folder, which may be opened in another tab, and a button for a file. */
export function ItemName({ item, isFocus, className, onOpen }: ItemNameProps) {
  const shared = {
    tabIndex: isFocus ? 0 : -1,
    'data-item-name': '',
    className,
    draggable: false,
    dir: 'auto',
  } as const;
  if (item.type === 'folder')
    return (
      <Link {...shared} to="/files/$folderId" params={{ folderId: item.id }} onClick={ifPlain}>
        {shownName(item.name)}
      </Link>
    );
  return (
    <button {...shared} type="button" onClick={(event) => ifPlain(event) && onOpen(item)}>
      {shownName(item.name)}
    </button>
  );
}

/** With Ctrl or Shift a click selects instead; the row handles it. */
function ifPlain(event: MouseEvent | KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isPlain) event.preventDefault();
  return isPlain;
}
