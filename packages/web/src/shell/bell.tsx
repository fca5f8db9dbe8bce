import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import BellIcon from 'virtual:lucide/bell';
import { latestNotificationsQuery } from '../activity/notification-queries.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

const BellPopup = lazy(() => import('./bell-popup.tsx'));

/** The number that is shown at most, so that it fits. */
const mostShown = 99;

/** Opens the latest notifications, and says how many are unread. */
export function Bell() {
  const { number } = useFormats();
  const { notifications: texts } = useMessages().activity;
  const unread = useQuery(latestNotificationsQuery).data?.unread ?? 0;
  return (
    <>
      <MenuButton
        popup={BellPopup}
        content={undefined}
        aria-label={unread === 0 ? texts.title : texts.titleUnread({ count: unread })}
        title={texts.title}
        className="relative grid size-11 place-items-center rounded-full text-muted hover:bg-line/60 hover:text-text"
      >
        <BellIcon size={20} aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 end-0.5 min-w-5 rounded-full bg-bad px-1 text-center text-xs leading-5 font-bold text-card tabular-nums"
          >
            {unread > mostShown ? `${number(mostShown)}+` : number(unread)}
          </span>
        )}
      </MenuButton>
      <p role="status" className="sr-only">
        {unread > 0 && texts.titleUnread({ count: unread })}
      </p>
    </>
  );
}
