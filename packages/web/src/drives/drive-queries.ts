import type { TeamDrive } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { announceChange } from '../api/changes.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

/** The team drives of the user, by name. */
export const drivesQuery = queryOptions({
  queryKey: ['drives'],
  queryFn: ({ signal }) => client.drives.list({ signal }).then((list) => list),
  staleTime: 30_000,
});

/** Loads the drives again after a change of one, or of its members. */
export async function refreshDrives(): Promise<void> {
  announceChange();
  // Its name is also that of the topmost folder.
  await Promise.all([drivesQuery.queryKey, ['path']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export const isManager = ({ role }: Pick<TeamDrive, 'role'>): boolean => role === 'manager';
