import type { DriveClient } from '@drive/sdk';
import { formatBytes, formatCount, formatTime } from '../output/format.ts';
import { requirePlace } from '../remote/find-item.ts';
import { parseOwnTarget } from '../remote/remote-target.ts';
import { requireWebhook } from '../webhooks/find-webhook.ts';
import type { Candidate } from './complete.ts';
import type { ValueKind } from './value-kinds.ts';

/** Lists the newest ids of a kind, with what people know them by. `operands` are the arguments before. */
export type IdList = (client: DriveClient, signal: AbortSignal, operands: readonly string[]) => Promise<Candidate[]>;

/** One page: the user is waiting. */
const limit = 200;

export const idLists: Readonly<Partial<Record<ValueKind | 'given', IdList>>> = {
  key: async (client, signal) =>
    (await client.apiKeys.items({ limit }, { signal })).items
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ prefix, label }) => ({ value: prefix, description: label ?? '' })),
  session: async (client, signal) =>
    (await client.account.listSessions({ limit }, { signal })).items.map(({ id, userAgent }) => ({
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
  group: async (client, signal) =>
    (await client.admin.groups.list({ limit }, { signal })).items.map(({ name, memberCount }) => ({
      value: name,
      description: String(memberCount),
    })),
  'team-drive': async (client, signal) =>
    (await client.drives.list({ signal })).drives.map(({ name, role }) => ({ value: name, description: role })),
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
  'admin-file': async (client, signal) =>
    (await client.admin.files.list({ limit }, { signal })).items.map(({ id, name, owner }) => ({
      value: id,
      description: `${name}, ${owner?.email ?? 'nobody'}`,
    })),
  tag: async (client, signal) =>
    (await client.tags.list({ signal })).tags.map(({ name, count }) => ({
      value: name,
      description: formatCount(count, 'item'),
    })),
  version: async (client, signal, [file = '']) => {
    const found = await requirePlace(client, parseOwnTarget(file), signal);
    if (found.isRoot) return [];
    return (await client.files.versions.list(found.item.id, { limit }, { signal })).items.map(
      ({ version, size, replacedAt }) => ({
        value: String(version),
        description: `${formatBytes(size)}, replaced ${formatTime(replacedAt)}`,
      }),
    );
  },
  delivery: async (client, signal, [webhook = '']) => {
    const { id } = await requireWebhook(client, webhook, signal);
    const { items } = await client.webhooks.listDeliveries(id, { limit }, { signal });
    return items.map(({ id: value, type, status }) => ({ value, description: `${type}, ${status}` }));
  },
};
