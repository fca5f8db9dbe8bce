import type { ListSort, SearchSort } from '@drive/contract/sorts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuChoice, MenuSeparator } from '../ui/menu.tsx';
import { chooseDensity, densities, useDensity } from './list/density.ts';

/** The order of a list, those that it can have, and how another one is chosen. */
export type SortChoice = readonly [
  current: ListSort | SearchSort,
  all: readonly (ListSort | SearchSort)[],
  choose: (sort: ListSort | SearchSort) => void,
];

/** The order of the list, which its address keeps. */
export default function SortMenuPopup({
  anchor,
  content: [current, all, choose],
  onClose,
}: MenuPopupProps<SortChoice>) {
  const { list } = useMessages();
  const density = useDensity();
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuChoice
        label={list.sort}
        value={current}
        options={all.map((each) => [each, list.sorts[each]] as const)}
        onChange={choose}
      />
      <MenuSeparator />
      <MenuChoice
        label={list.density}
        value={density}
        options={densities.map((each) => [each, list.densities[each]] as const)}
        onChange={chooseDensity}
      />
    </AnchoredMenu>
  );
}
