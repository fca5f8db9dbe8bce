import { queryClient } from '../api/query-client.ts';
import { configQuery } from '../api/session.ts';

/** Keys of the administrators' lists in the cache. */
export const adminKeys = {
  users: ['admin', 'users'],
  groups: ['admin', 'groups'],
  drives: ['admin', 'drives'],
  invites: ['admin', 'invites'],
  files: ['admin', 'files'],
  reports: ['admin', 'reports'],
  jobs: ['admin', 'jobs'],
  settings: ['admin', 'settings'],
} as const;

/** Loads a list again after a change. */
export const reloadList = (name: keyof typeof adminKeys): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: adminKeys[name] });

/** Loads the settings again after a change, and what the app does by them. */
export const reloadSettings = (): Promise<unknown> =>
  Promise.all([reloadList('settings'), queryClient.invalidateQueries({ queryKey: configQuery.queryKey })]);
