import type { Webhook, WebhookDelivery, WebhookTest, WebhookWithSecret } from '@drive/contract';
import { expect } from 'vitest';
import type { Drive, TestUser } from '../drive.ts';

interface WithId {
  readonly id: string;
}

/** The webhooks of the current user, over HTTP. */
export interface WebhookApi {
  /** `path` is below `/api/users/me/webhooks`. */
  call(method: string, path?: string, json?: unknown): Promise<Response>;
  create(url: string): Promise<WebhookWithSecret>;
  list(): Promise<Webhook[]>;
  rotate(webhook: WithId): Promise<WebhookWithSecret>;
  sendTest(webhook: WithId): Promise<WebhookTest>;
  /** The newest 200. */
  deliveriesOf(webhook: WithId): Promise<WebhookDelivery[]>;
  /** Publishes events of the user in one transaction. */
  publish(count?: number): Promise<void>;
}

/** Data of a `share.download` event. */
export const downloadData = {
  share_token: 'token',
  share_name: 'Größe',
  recipient_email_domain: 'example.org',
  occurred_at: '2026-01-15T12:00:00.000Z',
};

/** `current` returns the server and the user of the running test. */
export function webhookApi(current: () => { readonly drive: Drive; readonly user: TestUser }): WebhookApi {
  const call: WebhookApi['call'] = (method, path = '', json) => {
    const { drive, user } = current();
    return drive.fetch(`/api/users/me/webhooks${path}`, {
      method,
      key: user.key,
      ...(json === undefined ? {} : { json }),
    });
  };
  async function read<T>(method: string, path = '', json?: unknown): Promise<T> {
    const response = await call(method, path, json);
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  }
  return {
    call,
    create: async (url) => {
      const response = await call('POST', '', { url });
      expect(response.status).toBe(201);
      return (await response.json()) as WebhookWithSecret;
    },
    list: () => read('GET'),
    rotate: ({ id }) => read('POST', `/${id}/rotate-secret`),
    sendTest: ({ id }) => read('POST', `/${id}/test`),
    deliveriesOf: async ({ id }) =>
      (await read<{ deliveries: WebhookDelivery[] }>('GET', `/${id}/deliveries?limit=200`)).deliveries,
    publish: (count = 1) => {
      const { drive, user } = current();
      return drive.database.write(async (tx) => {
        for (let each = 0; each < count; each += 1)
          drive.events.publish(tx, { type: 'share.download', userId: user.userId, data: downloadData });
      });
    },
  };
}
