import type { ApiPromise } from '../api-promise.ts';
import type { ApiKey, CreatedApiKey, ListApiKeyPageQuery, NewApiKey } from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * The caller's API keys. Reached as `client.apiKeys`.
 *
 * @example
 * ```ts
 * import { DriveClient, type ApiKeys } from '@drive/sdk';
 *
 * const countOf = async (keys: ApiKeys): Promise<number> => (await keys.list()).length;
 * console.log(await countOf(new DriveClient().apiKeys));
 * ```
 */
export class ApiKeys {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists all keys, newest first, including revoked ones.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for (const key of await new DriveClient().apiKeys.list()) console.log(key.prefix, key.label, key.lastUsedAt);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<ApiKey[]> {
    return this.#transport.call('listApiKeys', {}, options);
  }

  /**
   * Lists the keys in pages, newest first, including revoked ones. Awaited it is a page, iterated all keys.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { prefix, revokedAt } of new DriveClient().apiKeys.items()) console.log(prefix, revokedAt);
   * ```
   */
  items(query: ListApiKeyPageQuery = {}, options?: RequestOptions): PagedList<ApiKey> {
    return pagedListOf(this.#transport, 'listApiKeyPage', 'apiKeys', { query }, options);
  }

  /**
   * Returns the key of this client: its scopes, its folder and its expiry. Throws `api_key_not_found` for a session.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { scopes, folderId } = await new DriveClient().apiKeys.current();
   * console.log(scopes, folderId);
   * ```
   */
  current(options?: RequestOptions): ApiPromise<ApiKey> {
    return this.#transport.call('getCurrentApiKey', {}, options);
  }

  /**
   * Creates a key, which may do everything that the caller may do unless `scopes` or `expiresInDays` say otherwise. `rawKey`
   * is returned only once.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { rawKey } = await new DriveClient().apiKeys.create({ label: 'backup', scopes: ['files:read'], expiresInDays: 30 });
   * console.log(rawKey);
   * ```
   */
  create(key: NewApiKey = {}, options?: RequestOptions): ApiPromise<CreatedApiKey> {
    return this.#transport.call('createApiKey', { body: key }, options);
  }

  /**
   * Revokes a key. Idempotent.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = await client.apiKeys.list();
   * if (newest !== undefined) await client.apiKeys.revoke(newest.id);
   * ```
   */
  revoke(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('revokeApiKey', { params: { id } }, options);
  }
}
