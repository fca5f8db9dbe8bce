import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';

/** The numbers of the server. */
export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ signal }) => client.admin.stats({ signal }),
  staleTime: 30_000,
});
