import type { ApiKey, Session, UploadGrant } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import type { PagedSource } from '../api/pages.ts';

const entriesOfPage = 50;

export const sessionPages: PagedSource<Session> = {
  queryKey: ['sessions'],
  load: (cursor, signal) => client.account.listSessions({ limit: entriesOfPage, ...cursor }, { signal }),
};

export const grantPages: PagedSource<UploadGrant> = {
  queryKey: ['upload-grants'],
  load: (cursor, signal) => client.uploadGrants.list({ limit: entriesOfPage, ...cursor }, { signal }),
};

export const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: ({ signal }) => client.auth.totp.status({ signal }),
  // Requests below /api/auth have a limit of their own, which is low.
  staleTime: 300_000,
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => client.auth.passkeys.list({ signal }),
  staleTime: 30_000,
});

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => client.account.identities.list({ signal }),
  staleTime: 30_000,
});

export const keyPages: PagedSource<ApiKey> = {
  queryKey: ['api-keys'],
  load: (cursor, signal) => client.apiKeys.items({ limit: entriesOfPage, ...cursor }, { signal }),
};

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
