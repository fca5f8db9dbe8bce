import type { ApiPromise } from '../api-promise.ts';
import type {
  CreatedUploadGrant,
  ListUploadGrantsQuery,
  NewGrantedUpload,
  NewUploadGrant,
  UploadGrant,
  UploadReservation,
} from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Upload grants: tokens with which the users of an application upload files. Reached as `client.uploadGrants`.
 *
 * @example
 * ```ts
 * import { DriveClient, type UploadGrants } from '@drive/sdk';
 *
 * const countOf = async (grants: UploadGrants): Promise<number> => (await grants.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().uploadGrants));
 * ```
 */
export class UploadGrants {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a grant. Give its `token`, which is returned only here, to a page that calls {@link uploadWithGrant}.
   * `createUploadHandler` of `@drive/sdk/server` does both in a route of your application.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { token, expiresAt } = await new DriveClient().uploadGrants.create({
   *   maxFiles: 4,
   *   maxFileBytes: 10_000_000,
   *   allowedTypes: ['image/*'],
   *   data: 'user 42',
   * });
   * console.log(token, 'until', expiresAt);
   * ```
   */
  create(grant: NewUploadGrant = {}, options?: RequestOptions): ApiPromise<CreatedUploadGrant> {
    return this.#transport.call('createUploadGrant', { body: grant }, options);
  }

  /**
   * Lists the caller's grants, newest first, also those that ended a short time ago.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { prefix, usedFiles, maxFiles } of new DriveClient().uploadGrants.list())
   *   console.log(prefix, usedFiles, 'of', maxFiles);
   * ```
   */
  list(query: ListUploadGrantsQuery = {}, options?: RequestOptions): PagedList<UploadGrant> {
    return pagedListOf(this.#transport, 'listUploadGrants', 'uploadGrants', { query }, options);
  }

  /**
   * Returns a grant, without its token.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.uploadGrants.create();
   * console.log((await client.uploadGrants.get(id)).usedFiles);
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<UploadGrant> {
    return this.#transport.call('getUploadGrant', { params: { id } }, options);
  }

  /**
   * Revokes a grant and ends its open uploads. Files that have arrived stay.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.uploadGrants.create();
   * await client.uploadGrants.revoke(id);
   * ```
   */
  revoke(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('revokeUploadGrant', { params: { id } }, options);
  }

  /**
   * Reserves an upload with the token of a grant, like {@link uploadWithGrant}. Send the bytes with `client.uploads.put`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { token } = await client.uploadGrants.create();
   * const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
   * await client.uploads.put(await client.uploadGrants.createUpload(token, file), new Blob(['hello']));
   * ```
   */
  createUpload(token: string, upload: NewGrantedUpload, options: RequestOptions = {}): ApiPromise<UploadReservation> {
    const headers = { ...options.headers, 'x-upload-grant': token };
    return this.#transport.forVisitor().call('createGrantedUpload', { body: upload }, { ...options, headers });
  }
}
