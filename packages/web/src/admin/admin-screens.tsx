/** The screens for administrators, loaded together. */
export { AdminFrame } from './admin-frame.tsx';
export { AdminFilesScreen } from './files-screen.tsx';
export { AuditScreen } from './audit-screen.tsx';
export { InvitesScreen } from './invites-screen.tsx';
export { JobsScreen } from './jobs-screen.tsx';
export { OverviewScreen } from './overview-screen.tsx';
export { UsersScreen } from './users-screen.tsx';
