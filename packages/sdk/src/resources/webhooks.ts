import type { ApiPromise } from '../api-promise.ts';
import type {
  ListWebhookDeliveriesQuery,
  NewWebhook,
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
 * Webhooks. Reached as `client.webhooks`. Receivers need only `@drive/sdk/webhooks`.
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
   * Lists all webhooks, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for (const { url, enabled, disabledReason } of await new DriveClient().webhooks.list())
   *   console.log(url, enabled, disabledReason);
   * ```
   */
  list(options: RequestOptions & { readonly driveId?: string | undefined } = {}): ApiPromise<Webhook[]> {
    const { driveId, ...rest } = options;
    return this.#transport.call('listWebhooks', { query: { driveId } }, rest);
  }

  /**
   * Creates a webhook, to whose URL all events are sent. `signingSecret` is returned only once.
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
   * Changes the URL, or disables or enables the webhook. Disabling cancels queued deliveries.
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
   * Deletes a webhook and its deliveries.
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
   * Replaces the signing secret and returns the new one, only once. The old one is no longer used: pass both to
   * `unwrap` during the change.
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
   * Sends a `webhook.test` event, also to a disabled webhook, and returns the response.
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
   * Lists the deliveries of the last 30 days, newest first, with all attempts.
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
    query: ListWebhookDeliveriesQuery = {},
    options?: RequestOptions,
  ): PagedList<WebhookDelivery> {
    return pagedListOf(this.#transport, 'listWebhookDeliveries', 'deliveries', { params: { id }, query }, options);
  }

  /**
   * Returns a delivery with its body and the start of the last response.
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
   * Sends the event of a delivery again, as a new delivery.
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
