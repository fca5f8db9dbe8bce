import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.account.me({ signal }),
  staleTime: 30_000,
});

/** The signed-in user with the storage in use; undefined until it is known. */
export const useMe = () => useQuery(meQuery).data;

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => client.public.config({ signal }),
  staleTime: Infinity,
});
