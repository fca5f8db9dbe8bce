import type { DriveClient } from '@drive/sdk';
import type { Candidate } from './complete.ts';
import type { ValueKind } from './value-kinds.ts';

/** Lists the newest ids of a kind, with what people know them by. */
export type IdList = (client: DriveClient, signal: AbortSignal) => Promise<Candidate[]>;

/** One page: the user is waiting. */
const limit = 200;

export const idLists: Readonly<Partial<Record<ValueKind | 'given', IdList>>> = {
  key: async (client, signal) =>
    (await client.apiKeys.list({ signal }))
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ prefix, label }) => ({ value: prefix, description: label ?? '' })),
  session: async (client, signal) =>
    (await client.account.sessions({ signal })).map(({ id, userAgent }) => ({
      value: id,
      description: userAgent ?? '',
    })),
  webhook: async (client, signal) =>
    (await client.webhooks.list({ signal })).map(({ id, url }) => ({ value: id, description: url })),
  request: async (client, signal) =>
    (await client.collections.list({ limit }, { signal })).items.map(({ id, name }) => ({
      value: id,
      description: name,
    })),
  proofing: async (client, signal) =>
    (await client.proofings.list({ limit }, { signal })).items.map(({ id, name }) => ({
      value: id,
      description: name,
    })),
  paste: async (client, signal) =>
    (await client.pastes.list({ limit }, { signal })).items.map(({ id, title }) => ({
      value: id,
      description: title ?? '',
    })),
  user: async (client, signal) =>
    (await client.admin.users.list({ limit }, { signal })).items.map(({ email, name }) => ({
      value: email,
      description: name ?? '',
    })),
  invite: async (client, signal) =>
    (await client.admin.invites.list({ limit }, { signal })).items.map(({ id, email }) => ({
      value: id,
      description: email ?? 'anybody',
    })),
  job: async (client, signal) =>
    (await client.admin.jobs.list({ limit }, { signal })).items.map(({ id, name, state }) => ({
      value: id,
      description: `${name}, ${state}`,
    })),
};
