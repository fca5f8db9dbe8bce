import { lazy } from 'react';
import { useMe } from '../api/session.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

const UserMenuPopup = lazy(loadEarly(() => import('./user-menu-popup.tsx')));

export function UserMenu() {
  const me = useMe();
  const { app } = useMessages();
  const name = me?.name ?? me?.email ?? '';
  return (
    <MenuButton
      popup={UserMenuPopup}
      content={undefined}
      aria-label={`${app.account}: ${name}`}
      title={app.account}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-page text-body font-bold text-accent uppercase"
    >
      {[...name][0]}
    </MenuButton>
  );
}
