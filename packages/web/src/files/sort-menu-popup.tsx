import { listSorts } from '@drive/contract/sorts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuChoice } from '../ui/menu.tsx';

/** The order of the list, which its address keeps. */
export default function SortMenuPopup({ anchor, onClose }: MenuPopupProps) {
  const { list } = useMessages();
  const { sort = 'type,name' } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuChoice
        label={list.sort}
        value={sort}
        options={listSorts.map((each) => [each, list.sorts[each]] as const)}
        onChange={(chosen) =>
          void navigate({ to: '.', search: (current) => ({ ...current, sort: chosen }), replace: true })
        }
      />
    </AnchoredMenu>
  );
}
