import { useQuery } from '@tanstack/react-query';
import BellIcon from 'virtual:lucide/bell';
import CheckCheck from 'virtual:lucide/check-check';
import { notificationText } from '../activity/activity-texts.ts';
import { latestNotificationsQuery, markRead, useOpenNotification } from '../activity/notification-queries.ts';
import { useAct } from '../api/actions.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuItem, MenuRoute, MenuSeparator } from '../ui/menu.tsx';

/** The latest notifications. Choosing one marks it as read and opens what it is about. */
export default function BellPopup({ anchor, onClose }: MenuPopupProps) {
  const formats = useFormats();
  const texts = useMessages().activity;
  const { notifications: said } = texts;
  const { data } = useQuery(latestNotificationsQuery);
  const open = useOpenNotification();
  const act = useAct();
  const list = data?.notifications ?? [];
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      {list.length === 0 && <p className="px-3 py-2.5 text-body text-muted">{said.none}</p>}
      {list.map((each) => (
        <MenuItem
          key={each.id}
          icon={
            each.readAt === null && (
              <span role="img" aria-label={said.unread} className="size-2.5 rounded-full bg-accent" />
            )
          }
          onClick={() => open(each)}
        >
          <span className="w-72 max-w-[70vw] py-2">
            <span className={`block wrap-anywhere ${each.readAt === null ? 'font-semibold' : ''}`}>
              {notificationText(each, texts, formats)}
            </span>
            <span className="block text-sm text-muted">{formats.moment(each.at)}</span>
          </span>
        </MenuItem>
      ))}
      <MenuSeparator />
      {(data?.unread ?? 0) > 0 && (
        <MenuItem icon={<CheckCheck size={18} />} onClick={() => act.run(() => markRead())}>
          {said.readAll}
        </MenuItem>
      )}
      <MenuRoute to="/account/notifications" icon={<BellIcon size={18} />}>
        {said.all}
      </MenuRoute>
    </AnchoredMenu>
  );
}
