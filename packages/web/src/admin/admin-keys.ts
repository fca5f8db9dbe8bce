import { queryClient } from '../api/query-client.ts';

/** Keys of the administrators' lists in the cache. */
export const adminKeys = {
  users: ['admin', 'users'],
  groups: ['admin', 'groups'],
  invites: ['admin', 'invites'],
  files: ['admin', 'files'],
  reports: ['admin', 'reports'],
  jobs: ['admin', 'jobs'],
} as const;

/** Loads a list again after a change. */
export const reloadList = (name: keyof typeof adminKeys): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: adminKeys[name] });
