import type { ApiPromise } from '../api-promise.ts';
import type {
  CollectedFile,
  Collection,
  CollectionChange,
  ListCollectedUploadsQuery,
  ListCollectionsQuery,
  NewCollection,
} from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * File requests: links with which visitors send files to the caller. Reached as `client.collections`.
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
   * Creates a file request. Visitors with its `url` can send files without an account. The files go to the given
   * folder, or to a new one.
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
   * Lists the caller's file requests, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, fileCount } of new DriveClient().collections.list()) console.log(name, fileCount);
   * ```
   */
  list(query: ListCollectionsQuery = {}, options?: RequestOptions): PagedList<Collection> {
    return pagedListOf(this.#transport, 'listCollections', 'collections', { query }, options);
  }

  /**
   * Returns a file request.
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
   * Changes a file request. Omitted fields and the link stay the same.
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
   * Permanently closes a file request. Its files are kept.
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
   * Lists the received files, newest first, with the unverified names of their senders.
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
  listUploads(id: string, query: ListCollectedUploadsQuery = {}, options?: RequestOptions): PagedList<CollectedFile> {
    return pagedListOf(this.#transport, 'listCollectedUploads', 'uploads', { params: { id }, query }, options);
  }
}
