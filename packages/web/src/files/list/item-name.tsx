import type { Item } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type KeyboardEvent, type MouseEvent } from 'react';
import { loadEarly } from '../../browser/load-early.ts';
import { CutName, longName } from '../../ui/cut-name.tsx';
import { shownName } from '../../ui/shown-name.ts';
import type { NameDraft } from '../actions/use-item-actions.ts';

const RenameField = lazy(loadEarly(() => import('./rename-field.tsx')));

interface ItemNameProps {
  readonly item: Item;
  /** Of the field for the name; undefined: the name is none. */
  readonly draft: NameDraft | undefined;
  readonly className: string;
  readonly onOpen: (item: Item) => void;
  readonly onRenameEnd: () => void;
}

/** The name opens the item: a link for a folder, which may be opened in another tab, and a button for a file. */
export function ItemName({ item, draft, className, onOpen, onRenameEnd }: ItemNameProps) {
  const name = shownName(item.name);
  if (draft !== undefined)
    return (
      <Suspense fallback={name}>
        <RenameField item={item} draft={draft} onClose={onRenameEnd} />
      </Suspense>
    );
  const shared = {
    tabIndex: -1,
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
  return (
    <button {...shared} type="button" aria-label={name} onClick={(event) => ifPlain(event) && onOpen(item)}>
      <CutName isLabelled name={item.name} />
    </button>
  );
}

/** With Ctrl or Shift a click selects instead; the row handles it. */
function ifPlain(event: MouseEvent | KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isPlain) event.preventDefault();
  return isPlain;
}
