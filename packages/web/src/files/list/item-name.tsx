import type { Item } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type KeyboardEvent, type MouseEvent } from 'react';
import { loadEarly } from '../../browser/load-early.ts';
import { shownName } from '../../ui/shown-name.ts';

const RenameField = lazy(loadEarly(() => import('./rename-field.tsx')));

interface ItemNameProps {
  readonly item: Item;
  readonly isFocus: boolean;
  /** Whether the name is a field. */
  readonly isRenaming: boolean;
  readonly className: string;
  readonly onOpen: (item: Item) => void;
  readonly onRenameEnd: () => void;
}

/** The name opens the item: a link for a folder, which may be opened in another tab, and a button for a file. */
export function ItemName({ item, isFocus, isRenaming, className, onOpen, onRenameEnd }: ItemNameProps) {
  const name = shownName(item.name);
  if (isRenaming)
    return (
      <Suspense fallback={name}>
        <RenameField item={item} onClose={onRenameEnd} />
      </Suspense>
    );
  const shared = {
    tabIndex: isFocus ? 0 : -1,
    'data-item-name': '',
    className,
    draggable: false,
    dir: 'auto',
    title: name.length > longName ? name : undefined,
  } as const;
  if (item.type === 'folder')
    return (
      <Link {...shared} to="/files/$folderId" params={{ folderId: item.id }} onClick={ifPlain}>
        {name}
      </Link>
    );
  const parts = cutInMiddle(name);
  return (
    <button
      {...shared}
      type="button"
      // Its two parts would be read as two words.
      aria-label={parts === undefined ? undefined : name}
      onClick={(event) => ifPlain(event) && onOpen(item)}
    >
      {parts === undefined ? (
        name
      ) : (
        <span className="flex min-w-0">
          <span className="truncate">{parts[0]}</span>
          <span className="shrink-0">{parts[1]}</span>
        </span>
      )}
    </button>
  );
}

/** Shorter names fit everywhere. */
const longName = 20;
/** Characters before the extension that stay with it. */
const keptCharacters = 3;
const longestExtension = 8;

/** Cuts a long name of a file so that its end stays in view: `a very long na… end.txt`. */
function cutInMiddle(name: string): readonly [string, string] | undefined {
  const dot = name.lastIndexOf('.');
  if (name.length <= longName || dot <= 0 || name.length - dot - 1 > longestExtension) return undefined;
  const characters = [...name];
  const end = Array.from(name.slice(dot)).length + keptCharacters;
  return [characters.slice(0, -end).join(''), characters.slice(-end).join('')];
}

/** With Ctrl or Shift a click selects instead; the row handles it. */
function ifPlain(event: MouseEvent | KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isPlain) event.preventDefault();
  return isPlain;
}
