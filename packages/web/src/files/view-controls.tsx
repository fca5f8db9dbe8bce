import { lazy, useState } from 'react';
import ArrowDownUp from 'virtual:lucide/arrow-down-up';
import Info from 'virtual:lucide/info';
import LayoutGrid from 'virtual:lucide/layout-grid';
import List from 'virtual:lucide/list';
import { loadEarly } from '../browser/load-early.ts';
import { readStored, writeStored } from '../browser/stored.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton, iconButtonClass } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { Layout } from './list/item-list-view.tsx';
import type { SortChoice } from './sort-menu-popup.tsx';

const SortMenuPopup = lazy(loadEarly(() => import('./sort-menu-popup.tsx')));

export interface ViewControlsProps {
  readonly sort: SortChoice;
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  readonly showsDetails: boolean;
  readonly onDetails: (shows: boolean) => void;
}

/** How a list is shown: its order, as list or grid, with or without details. */
export function ViewControls({ sort, layout, onLayout, showsDetails, onDetails }: ViewControlsProps) {
  const { list } = useMessages();
  const isGrid = layout === 'grid';
  return (
    <div className="flex shrink-0 items-center">
      <MenuButton
        popup={SortMenuPopup}
        content={sort}
        aria-label={list.sort}
        title={list.sort}
        className={iconButtonClass}
      >
        <ArrowDownUp size={20} />
      </MenuButton>
      <IconButton
        type="button"
        label={isGrid ? list.asList : list.asGrid}
        icon={isGrid ? <List size={20} /> : <LayoutGrid size={20} />}
        onClick={() => onLayout(isGrid ? 'list' : 'grid')}
      />
      <IconButton
        type="button"
        label={list.details}
        aria-pressed={showsDetails}
        icon={<Info size={20} />}
        className={showsDetails ? 'bg-accent-page text-accent!' : ''}
        onClick={() => onDetails(!showsDetails)}
      />
    </div>
  );
}

const layoutKey = 'drive-layout';

/** List or grid, as the user chose last. */
export function useLayoutChoice(): readonly [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (readStored(layoutKey) === 'grid' ? 'grid' : 'list'));
  return [
    layout,
    (chosen) => {
      writeStored(layoutKey, chosen);
      setLayout(chosen);
    },
  ];
}
