import BookOpen from 'lucide-react/icons/book-open';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import { useState } from 'react';
import { client, serverPath } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useMe } from '../api/session.ts';
import { useI18n } from '../i18n/i18n-provider.tsx';
import { languageCodes, languages } from '../i18n/languages.ts';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx';
import { notify } from '../ui/notices.ts';
import { applyTheme, readTheme, themes } from './theme.ts';

/** Account, theme, language and sign-out. */
export default function UserMenuPopup({ anchor, onClose }: MenuPopupProps) {
  const me = useMe();
  const { messages, formats, language, setLanguage } = useI18n();
  const { user } = messages;
  const [theme, setTheme] = useState(readTheme);

  const signOut = async (): Promise<void> => {
    try {
      await client.auth.logout();
      window.location.assign(serverPath('/'));
    } catch (error) {
      notify({ kind: 'bad', text: errorText(error, messages, formats) });
    }
  };

  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <div className="max-w-72 px-3 py-2">
        {me?.name !== null && <p className="truncate font-semibold">{me?.name}</p>}
        <p className="truncate text-sm text-muted">{me?.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink href={serverPath('/account')} icon={<Settings size={18} />}>
        {user.account}
      </MenuLink>
      <MenuLink href={serverPath('/device')} icon={<SquareTerminal size={18} />}>
        {user.devices}
      </MenuLink>
      <MenuLink href={serverPath('/api/docs')} icon={<BookOpen size={18} />}>
        {user.docs}
      </MenuLink>
      <MenuSeparator />
      <MenuChoice
        label={user.theme}
        value={theme}
        options={themes.map((each) => [each, user.themes[each]] as const)}
        onChange={(chosen) => {
          setTheme(chosen);
          applyTheme(chosen);
        }}
      />
      <MenuChoice
        label={user.language}
        value={language}
        options={languageCodes.map((code) => [code, languages[code].name] as const)}
        onChange={setLanguage}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={18} />} onClick={() => void signOut()}>
        {user.signOut}
      </MenuItem>
    </AnchoredMenu>
  );
}
