import Ban from 'virtual:lucide/ban';
import { useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { AreaFrame } from '../screen/area-frame.tsx';
import { StatePage } from '../ui/state-page.tsx';

// Loaded together.
export { AdminFilesScreen } from './files-screen.tsx';
export { AuditScreen } from './audit-screen.tsx';
export { AdminDrivesScreen } from './drives-screen.tsx';
export { GroupsScreen } from './groups-screen.tsx';
export { InvitesScreen } from './invites-screen.tsx';
export { JobsScreen } from './jobs-screen.tsx';
export { OverviewScreen } from './overview-screen.tsx';
export { SettingsScreen } from './settings-screen.tsx';
export { UsersScreen } from './users-screen.tsx';

/** The frame of the screens for administrators. Others learn that they need an account with more rights. */
export function AdminFrame() {
  const { admin, errors } = useMessages();
  const me = useMe();
  const { tabs } = admin;
  if (me?.isAdmin === false)
    return (
      <StatePage icon={<Ban size={36} />} title={errors.forbidden}>
        <p>{errors.areaForbiddenHint}</p>
      </StatePage>
    );
  return (
    <AreaFrame
      wide
      title={admin.title}
      tabs={[
        { to: '/admin', label: tabs.overview, isExact: true },
        { to: '/admin/users', label: tabs.users },
        { to: '/admin/groups', label: tabs.groups },
        { to: '/admin/drives', label: tabs.drives },
        { to: '/admin/invites', label: tabs.invites },
        { to: '/admin/files', label: tabs.files },
        { to: '/admin/jobs', label: tabs.jobs },
        { to: '/admin/audit', label: tabs.audit },
        { to: '/admin/settings', label: tabs.settings },
      ]}
    />
  );
}
