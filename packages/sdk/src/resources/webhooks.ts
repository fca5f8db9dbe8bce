import type { ApiPromise } from '../api-promise.ts';
import type {
  NewWebhook,
  Operations,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookTest,
  WebhookWithSecret,
} from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Addresses that events are sent to. Reached as `client.webhooks`. What receives them needs `@drive/sdk/webhooks` alone.
 *
 * @example
 * ```ts
 * import { DriveClient, type Webhooks } from '@drive/sdk';
 *
 * const countOf = async (webhooks: Webhooks): Promise<number> => (await webhooks.list()).length;
 * console.log(await countOf(new DriveClient().webhooks));
 * ```
 */
export class Webhooks {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * All webhooks, the newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for (const { url, enabled, disabledReason } of await new DriveClient().webhooks.list())
   *   console.log(url, enabled, disabledReason);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<Webhook[]> {
    return this.#transport.call('listWebhooks', {}, options);
  }

  /**
   * Creates a webhook: every event is sent to its address from now on. `signingSecret` is shown this once.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { id, signingSecret } = await new DriveClient().webhooks.create({ url: 'https://example.com/hooks/drive' });
   * console.log(id, signingSecret);
   * ```
   */
  create(webhook: NewWebhook, options?: RequestOptions): ApiPromise<WebhookWithSecret> {
    return this.#transport.call('createWebhook', { body: webhook }, options);
  }

  /**
   * Changes the address, disables, or enables again. Disabling cancels what is queued.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for (const { id, disabledReason } of await client.webhooks.list())
   *   if (disabledReason !== null) await client.webhooks.update(id, { enabled: true });
   * ```
   */
  update(id: string, change: WebhookChange, options?: RequestOptions): ApiPromise<Webhook> {
    return this.#transport.call('updateWebhook', { params: { id }, body: change }, options);
  }

  /**
   * Deletes a webhook and the record of what was sent to it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = await client.webhooks.list();
   * if (newest !== undefined) await client.webhooks.delete(newest.id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteWebhook', { params: { id } }, options);
  }

  /**
   * Gives a webhook another secret, shown this once. The old one signs nothing from now on: a receiver that is given both
   * for a moment (`unwrap` takes several) misses nothing.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = await client.webhooks.list();
   * if (newest !== undefined) console.log((await client.webhooks.rotateSecret(newest.id)).signingSecret);
   * ```
   */
  rotateSecret(id: string, options?: RequestOptions): ApiPromise<WebhookWithSecret> {
    return this.#transport.call('rotateWebhookSecret', { params: { id } }, options);
  }

  /**
   * Sends one `webhook.test` event, waits for the answer, and tells of it. Also of one that is disabled.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = await client.webhooks.list();
   * if (newest !== undefined) console.log(await client.webhooks.test(newest.id));
   * ```
   */
  test(id: string, options?: RequestOptions): ApiPromise<WebhookTest> {
    return this.#transport.call('testWebhook', { params: { id } }, options);
  }

  /**
   * What was sent to a webhook in the last 30 days, the newest first, with every attempt.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = await client.webhooks.list();
   * if (newest !== undefined)
   *   for await (const { type, status, attempts } of client.webhooks.listDeliveries(newest.id))
   *     console.log(type, status, attempts.at(-1)?.error);
   * ```
   */
  listDeliveries(
    id: string,
    query: Operations['listWebhookDeliveries']['query'] = {},
    options?: RequestOptions,
  ): PagedList<WebhookDelivery> {
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listWebhookDeliveries', { params: { id }, query: { ...query, page } }, options),
      ({ deliveries }) => deliveries,
    );
  }

  /**
   * One delivery, with the body that was sent and the start of the last answer.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = await client.webhooks.list();
   * const [last] = newest === undefined ? [] : (await client.webhooks.listDeliveries(newest.id, { limit: 1 })).items;
   * if (newest !== undefined && last !== undefined)
   *   console.log((await client.webhooks.getDelivery(newest.id, last.id)).responseBody);
   * ```
   */
  getDelivery(id: string, deliveryId: string, options?: RequestOptions): ApiPromise<WebhookDeliveryDetail> {
    return this.#transport.call('getWebhookDelivery', { params: { id, deliveryId } }, options);
  }

  /**
   * Sends the event of a delivery once more, as a delivery of its own.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for (const { id } of await client.webhooks.list())
   *   for await (const delivery of client.webhooks.listDeliveries(id))
   *     if (delivery.status === 'failed') await client.webhooks.redeliver(id, delivery.id);
   * ```
   */
  redeliver(id: string, deliveryId: string, options?: RequestOptions): ApiPromise<WebhookDelivery> {
    return this.#transport.call('redeliverWebhook', { params: { id, deliveryId } }, options);
  }
}
