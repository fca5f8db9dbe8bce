import type { Item } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, useRef } from 'react';
import ChevronRight from 'virtual:lucide/chevron-right';
import Ellipsis from 'virtual:lucide/ellipsis';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { iconButtonClass } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { shownName } from '../ui/shown-name.ts';
import { useItemDrop } from './actions/item-drag.ts';
import type { ItemActions } from './actions/use-item-actions.ts';
import type { Crumb } from './crumbs-popup.tsx';

const CrumbsPopup = lazy(loadEarly(() => import('./crumbs-popup.tsx')));

interface BreadcrumbsProps {
  /** From the root down; the last one is the folder itself. Empty: the root. What others gave begins at the topmost folder that was given. */
  readonly path: readonly Item[];
  /** Whether the first of the path is a team drive, which is in no other list. */
  readonly isDrive?: boolean;
  readonly actions: ItemActions;
}

/**
 * The way to the folder: the root, the folder above and the folder itself; a menu has those between. Where there is no room, as on
 * phones, the menu has all folders above. Items can be dropped on each folder that is shown.
 */
export function Breadcrumbs({ path, isDrive = false, actions }: BreadcrumbsProps) {
  const { app, list } = useMessages();
  const [topmost] = path;
  const root: Crumb =
    topmost === undefined || topmost.role === 'owner'
      ? { id: null, name: list.root, to: '/files' }
      : { id: null, name: app.sharedWithMe, to: '/shared-with-me' };
  const crumbs: readonly Crumb[] = isDrive ? path : [root, ...path];
  const above = crumbs.slice(0, -1);
  const [first] = above;
  const between = above.slice(1, -1);
  const parent = above.length > 1 ? above.at(-1) : undefined;
  const current = crumbs.at(-1) ?? root;
  return (
    <nav aria-label={list.path} className="@container min-w-0 flex-1">
      <ol className="flex min-w-0 items-center">
        {first !== undefined && (
          <>
            <li className="flex shrink-0 items-center @xs:hidden">
              <MoreCrumbs folders={above} />
              <Divider />
            </li>
            <li className="flex shrink-0 items-center @max-xs:hidden">
              <CrumbLink folder={first} actions={actions} />
              <Divider />
            </li>
          </>
        )}
        {between.length > 0 && (
          <li className="flex shrink-0 items-center @max-xs:hidden">
            <MoreCrumbs folders={between} />
            <Divider />
          </li>
        )}
        {parent !== undefined && (
          <li className="flex min-w-16 shrink-[2] items-center @max-xs:hidden">
            <CrumbLink folder={parent} actions={actions} />
            <Divider />
          </li>
        )}
        <li className="flex min-w-0 items-center">
          <h1 aria-current="page" className="truncate px-1.5 text-title font-semibold tracking-tight" dir="auto">
            {shownName(current.name)}
          </h1>
        </li>
      </ol>
    </nav>
  );
}

const Divider = () => <ChevronRight size={16} aria-hidden className="mx-0.5 shrink-0 text-muted rtl:-scale-x-100" />;

function MoreCrumbs({ folders }: { readonly folders: readonly Crumb[] }) {
  const { list } = useMessages();
  return (
    <MenuButton
      popup={CrumbsPopup}
      content={folders}
      aria-label={list.path}
      title={list.path}
      className={iconButtonClass}
    >
      <Ellipsis size={18} aria-hidden />
    </MenuButton>
  );
}

function CrumbLink({ folder, actions }: { readonly folder: Crumb; readonly actions: ItemActions }) {
  const link = useRef<HTMLAnchorElement>(null);
  // What others gave is in no folder of the user.
  const isOver = useItemDrop(link, folder.to === '/shared-with-me' ? null : folder, actions.moveTo);
  const className = `inline-flex min-h-9 min-w-11 max-w-full pointer-coarse:min-h-11 items-center rounded-lg px-1.5 text-muted hover:bg-line/60 hover:text-text ${isOver ? 'bg-accent-page! text-accent!' : ''}`;
  const name = (
    <span className="truncate" dir="auto">
      {shownName(folder.name)}
    </span>
  );
  return folder.id === null ? (
    <Link ref={link} to={folder.to ?? '/files'} className={className}>
      {name}
    </Link>
  ) : (
    <Link ref={link} to="/files/$folderId" params={{ folderId: folder.id }} className={className}>
      {name}
    </Link>
  );
}
