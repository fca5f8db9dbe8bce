import type { Item } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import ChevronRight from 'virtual:lucide/chevron-right';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { shownName } from '../ui/shown-name.ts';
import { useItemDrop, type Folder } from './actions/item-drag.ts';
import type { ItemActions } from './actions/use-item-actions.ts';

interface BreadcrumbsProps {
  /** From the root down; the last one is the folder itself. Empty: the root. */
  readonly path: readonly Item[];
  readonly actions: ItemActions;
}

/** The way to the folder. Items can be dropped on each folder above. */
export function Breadcrumbs({ path, actions }: BreadcrumbsProps) {
  const { list } = useMessages();
  const folders: readonly Folder[] = [{ id: null, name: list.root }, ...path];
  return (
    <nav aria-label={list.path} className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center overflow-hidden">
        {folders.map((folder, index) => {
          const isLast = index === folders.length - 1;
          return (
            <li
              key={folder.id}
              className={`flex min-w-0 items-center ${isLast ? 'shrink' : index < folders.length - 2 ? 'shrink-[3] max-sm:hidden' : 'shrink-[2]'}`}
            >
              {index > 0 && <ChevronRight size={16} aria-hidden className="mx-0.5 shrink-0 text-muted" />}
              {isLast ? (
                <h1 aria-current="page" className="truncate px-1.5 text-lg font-semibold tracking-tight" dir="auto">
                  {shownName(folder.name)}
                </h1>
              ) : (
                <Crumb folder={folder} actions={actions} />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Crumb({ folder, actions }: { readonly folder: Folder; readonly actions: ItemActions }) {
  const link = useRef<HTMLAnchorElement>(null);
  const isOver = useItemDrop(link, folder, actions.moveTo);
  const className = `inline-flex min-h-11 min-w-0 max-w-full items-center rounded-lg px-1.5 text-muted hover:bg-line/60 hover:text-text ${isOver ? 'bg-accent-page! text-accent!' : ''}`;
  const name = (
    <span className="truncate" dir="auto">
      {shownName(folder.name)}
    </span>
  );
  return folder.id === null ? (
    <Link ref={link} to="/files" className={className}>
      {name}
    </Link>
  ) : (
    <Link ref={link} to="/files/$folderId" params={{ folderId: folder.id }} className={className}>
      {name}
    </Link>
  );
}
