import { useMessages } from '../i18n/i18n-provider.tsx';
import { AreaFrame } from '../screen/area-frame.tsx';

// Loaded together.
export { ActivityScreen } from '../activity/activity-list.tsx';
export { GrantsScreen } from './grants-screen.tsx';
export { KeysScreen } from './keys-screen.tsx';
export { NotificationsScreen } from '../activity/notifications-screen.tsx';
export { ProfileScreen } from './profile-screen.tsx';
export { SecurityScreen } from './security-screen.tsx';
export { StorageScreen } from './storage/storage-screen.tsx';
export { WebhookScreen } from './webhook-screen.tsx';
export { WebhooksScreen } from './webhooks-screen.tsx';

/** The frame of the account's screens. */
export function AccountFrame() {
  const { account } = useMessages();
  const { tabs } = account;
  return (
    <AreaFrame
      title={account.title}
      tabs={[
        { to: '/account', label: tabs.profile, isExact: true },
        { to: '/account/notifications', label: tabs.notifications },
        { to: '/account/activity', label: tabs.activity },
        { to: '/account/security', label: tabs.security },
        { to: '/account/keys', label: tabs.keys },
        { to: '/account/grants', label: tabs.grants },
        { to: '/account/webhooks', label: tabs.webhooks },
        { to: '/account/storage', label: tabs.storage },
      ]}
    />
  );
}
