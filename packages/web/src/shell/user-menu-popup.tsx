import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import BookOpen from 'virtual:lucide/book-open';
import ChevronLeft from 'virtual:lucide/chevron-left';
import Clock from 'virtual:lucide/clock';
import CodeXml from 'virtual:lucide/code-xml';
import Download from 'virtual:lucide/download';
import LogOut from 'virtual:lucide/log-out';
import Rocket from 'virtual:lucide/rocket';
import Settings from 'virtual:lucide/settings';
import ShieldCheck from 'virtual:lucide/shield-check';
import SquareTerminal from 'virtual:lucide/square-terminal';
import Star from 'virtual:lucide/star';
import { useChooseLanguage } from '../api/choose-language.ts';
import { client, serverPath } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { configQuery, useMe } from '../api/session.ts';
import { useI18n } from '../i18n/i18n-provider.tsx';
import { languageCodes, languageName } from '../i18n/languages.ts';
import { forgetSearches } from '../search/recent-searches.ts';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuChoice, MenuItem, MenuLink, MenuRoute, MenuSeparator } from '../ui/menu.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { applyTheme, themes, useTheme } from './theme.ts';

/** Account, theme, language and sign-out; on phones also the screens for which the bar at the lower edge has no space. */
export default function UserMenuPopup({ anchor, onClose }: MenuPopupProps) {
  const me = useMe();
  const { messages, formats, language } = useI18n();
  const chooseLanguage = useChooseLanguage();
  const { user, app } = messages;
  const isPhone = window.matchMedia('(width < 48rem)').matches;
  const theme = useTheme();
  // What only developers look for is one level down.
  const [showsDeveloper, setShowsDeveloper] = useState(false);
  const config = useQuery(configQuery).data;

  const signOut = async (): Promise<void> => {
    try {
      // The server's own page leads on to the issuer of single sign-on, whose session ends, too.
      if (typeof config?.oidc?.name === 'string') {
        forgetSearches();
        return submitSignOut();
      }
      await client.auth.logout();
      forgetSearches();
      window.location.assign(serverPath('/'));
    } catch (error) {
      notify({ kind: 'bad', text: errorText(error, messages, formats) });
    }
  };

  if (showsDeveloper)
    return (
      <AnchoredMenu key="developer" anchor={anchor} onClose={onClose}>
        <MenuItem
          staysOpen
          icon={<ChevronLeft size={18} className="rtl:-scale-x-100" />}
          onClick={() => setShowsDeveloper(false)}
        >
          {user.developer}
        </MenuItem>
        <MenuSeparator />
        <MenuLink href={serverPath('/install')} icon={<Download size={18} />}>
          {user.install}
        </MenuLink>
        <MenuLink href={serverPath('/device')} icon={<SquareTerminal size={18} />}>
          {user.devices}
        </MenuLink>
        <MenuLink href={serverPath('/api/docs')} icon={<BookOpen size={18} />}>
          {user.docs}
        </MenuLink>
      </AnchoredMenu>
    );
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <div className="max-w-72 px-3 py-2">
        {typeof me?.name === 'string' && <p className="truncate font-semibold">{shownName(me.name)}</p>}
        <p className="truncate text-sm text-muted">{me?.email}</p>
      </div>
      <MenuSeparator />
      {isPhone && (
        <>
          <MenuRoute to="/recent" icon={<Clock size={18} />}>
            {app.recent}
          </MenuRoute>
          <MenuRoute to="/starred" icon={<Star size={18} />}>
            {app.starred}
          </MenuRoute>
          <MenuSeparator />
        </>
      )}
      <MenuRoute to="/account" icon={<Settings size={18} />}>
        {user.account}
      </MenuRoute>
      {me?.isAdmin === true && (
        <MenuRoute to="/admin" icon={<ShieldCheck size={18} />}>
          {user.admin}
        </MenuRoute>
      )}
      <MenuRoute to="/start" icon={<Rocket size={18} />}>
        {user.firstSteps}
      </MenuRoute>
      <MenuItem staysOpen icon={<CodeXml size={18} />} onClick={() => setShowsDeveloper(true)}>
        {user.developer}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label={user.theme}
        value={theme}
        options={themes.map((each) => [each, user.themes[each]] as const)}
        onChange={applyTheme}
      />
      <MenuChoice
        label={user.language}
        value={language}
        options={languageCodes.map((code) => [code, languageName(code)] as const)}
        onChange={chooseLanguage}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={18} />} onClick={() => void signOut()}>
        {user.signOut}
      </MenuItem>
    </AnchoredMenu>
  );
}

/** Signs out by the form that pages of the server have. */
function submitSignOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = serverPath('/sign-out');
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'xsrf';
  field.value = decodeURIComponent(/(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '');
  form.append(field);
  document.body.append(form);
  form.submit();
}
