import type { ApiPromise } from '../api-promise.ts';
import type { CollectedFile, Collection, CollectionChange, NewCollection, Operations } from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * File requests: links where others send files to the caller. Reached as `client.collections`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Collections } from '@drive/sdk';
 *
 * const countOf = async (requests: Collections): Promise<number> => (await requests.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().collections));
 * ```
 */
export class Collections {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Asks others for files: whoever has its `url` may send some, without an account. They land in a folder, which is made
   * where none is named.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { url } = await client.collections.create({
   *   name: 'Photos of the party',
   *   allowedTypes: ['image/*'],
   *   maxFiles: 200,
   *   expiresInDays: 14,
   * });
   * console.log(url);
   * ```
   */
  create(collection: NewCollection, options?: RequestOptions): ApiPromise<Collection> {
    return this.#transport.call('createCollection', { body: collection }, options);
  }

  /**
   * Own file requests, the newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, fileCount } of new DriveClient().collections.list()) console.log(name, fileCount);
   * ```
   */
  list(query: Operations['listCollections']['query'] = {}, options?: RequestOptions): PagedList<Collection> {
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listCollections', { query: { ...query, page } }, options),
      ({ collections }) => collections,
    );
  }

  /**
   * A file request by its id.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { fileCount, pendingCount } = await new DriveClient().collections.get('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11');
   * console.log(fileCount, 'there,', pendingCount, 'on their way');
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<Collection> {
    return this.#transport.call('getCollection', { params: { id } }, options);
  }

  /**
   * Changes a file request; what is omitted stays, and so does its link.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.collections.list()).items;
   * if (newest !== undefined) await client.collections.update(newest.id, { maxFiles: null, expiresInDays: 30 });
   * ```
   */
  update(id: string, change: CollectionChange, options?: RequestOptions): ApiPromise<Collection> {
    return this.#transport.call('updateCollection', { params: { id }, body: change }, options);
  }

  /**
   * Closes a file request for good. The files stay.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.collections.list()).items;
   * if (newest !== undefined) await client.collections.delete(newest.id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteCollection', { params: { id } }, options);
  }

  /**
   * What has come in, the newest first, and who says to have sent it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.collections.list()).items;
   * if (newest !== undefined)
   *   for await (const { fileName, uploaderName } of client.collections.listUploads(newest.id))
   *     console.log(uploaderName ?? 'somebody', fileName);
   * ```
   */
  listUploads(
    id: string,
    query: Operations['listCollectedUploads']['query'] = {},
    options?: RequestOptions,
  ): PagedList<CollectedFile> {
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listCollectedUploads', { params: { id }, query: { ...query, page } }, options),
      ({ uploads }) => uploads,
    );
  }
}
