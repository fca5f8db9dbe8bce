import type { ApiPromise } from '../../api-promise.ts';
import type {
  CollectedFile,
  ItemLinks,
  ListedShare,
  ListShareUploadsQuery,
  NewItemLink,
  ShareChange,
  ShareDescriptor,
} from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Several links of one file or folder, each with its own settings. Reached as `client.links`. `client.shares` means the first
 * link of an item.
 *
 * @example
 * ```ts
 * import { DriveClient, type Links } from '@drive/sdk';
 *
 * const count = async (links: Links, itemId: string) => (await links.list(itemId)).links.length;
 * console.log(await count(new DriveClient().links, '0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11'));
 * ```
 */
export class Links {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the links of a file or folder, oldest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * for (const { label, shortUrl, downloadCount } of (await client.links.list(id)).links)
   *   console.log(label ?? 'no label', shortUrl, downloadCount);
   * ```
   */
  list(itemId: string, options?: RequestOptions): ApiPromise<ItemLinks> {
    return this.#transport.call('listItemLinks', { params: { id: itemId } }, options);
  }

  /**
   * Creates another link to a file or folder. Throws `link_limit_reached` if it has 50.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * const link = await client.links.create(id, { label: 'Guests', allowUpload: true, uploadAllowedTypes: ['image/*'] });
   * console.log(link.shortUrl);
   * ```
   */
  create(itemId: string, link: NewItemLink = {}, options?: RequestOptions): ApiPromise<ListedShare> {
    return this.#transport.call('createItemLink', { params: { id: itemId }, body: link }, options);
  }

  /**
   * Changes the link with this token; omitted fields stay the same. Revoke it with `client.shares.revoke({ token })`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * const [first] = (await client.links.list(id)).links;
   * if (first !== undefined) await client.links.update(first.shareToken, { label: 'Family', expiresInDays: 30 });
   * ```
   */
  update(token: string, change: ShareChange, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return this.#transport.call('updateShare', { params: { token }, body: change }, options);
  }

  /**
   * Lists the files that visitors added through a link, newest first, with the unverified names of their senders.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * const [first] = (await client.links.list(id)).links;
   * if (first !== undefined)
   *   for await (const { fileName, uploaderName } of client.links.listUploads(first.shareToken))
   *     console.log(uploaderName ?? 'somebody', fileName);
   * ```
   */
  listUploads(token: string, query: ListShareUploadsQuery = {}, options?: RequestOptions): PagedList<CollectedFile> {
    return pagedListOf(this.#transport, 'listShareUploads', 'uploads', { params: { token }, query }, options);
  }
}
