import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => client.account.sessions({ signal }),
  staleTime: 30_000,
});

export const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: ({ signal }) => client.auth.totp.status({ signal }),
  // Requests below /api/auth have a limit of their own, which is low.
  staleTime: 300_000,
});

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => client.apiKeys.list({ signal }),
  staleTime: 30_000,
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => client.webhooks.list({ signal }),
  staleTime: 30_000,
});

/** Counted again whenever the screen is opened. */
export const storageUseQuery = queryOptions({
  queryKey: ['storage-use'],
  queryFn: ({ signal }) => client.account.storageUse({ signal }),
  staleTime: 0,
});
