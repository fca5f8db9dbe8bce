import type { ApiPromise } from '../api-promise.ts';
import type { Item, ItemBatchResult, ListTrashedItemsQuery, TrashedItem } from '../api.gen.ts';
import { type NextPage, pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Options of moving an item to the trash.
 *
 * @example
 * ```ts
 * import { DriveClient, type TrashOptions } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * const { id, changeTag } = await client.files.getByPath('/old');
 * const options: TrashOptions = { ifMatch: changeTag, onlyIfEmpty: true };
 * await client.files.trash(id, options);
 * ```
 */
export interface TrashOptions extends RequestOptions {
  /** Throws `folder_not_empty` if there is anything in the folder that is not in the trash. Default false. */
  readonly onlyIfEmpty?: boolean | undefined;
}

/**
 * The trash: deleted items that can be restored. Use `client.files.trash` to move items there. Reached as
 * `client.trash`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Trash } from '@drive/sdk';
 *
 * const isEmpty = async (trash: Trash): Promise<boolean> => (await trash.list()).length === 0;
 * console.log(await isEmpty(new DriveClient().trash));
 * ```
 */
export class Trash {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists all files in the trash, latest first, including those of trashed folders. `includeFolders` adds the folders
   * that were trashed themselves.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const items = await new DriveClient().trash.list({ includeFolders: true });
   * for (const { name, type, deletedAt } of items) console.log(type, name, deletedAt);
   * ```
   */
  list(query: { includeFolders?: boolean } = {}, options?: RequestOptions): ApiPromise<Item[]> {
    return this.#transport.call('listTrash', { query }, options);
  }

  /**
   * Lists what was moved to the trash itself in pages, latest first, with its former path. What is in a folder is not listed: it is
   * restored and deleted with the folder. Awaited it is a page, iterated all items.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { path, type, size } of new DriveClient().trash.items()) console.log(path, type, size);
   * ```
   */
  items(query: ListTrashedItemsQuery = {}, options?: RequestOptions): PagedList<TrashedItem, NextPage> {
    return pagedListOf(this.#transport, 'listTrashedItems', 'items', { query }, options);
  }

  /**
   * Restores a file or folder to its former folder, or to the root if that folder is gone or trashed. A folder is
   * restored with its contents. Throws `name_conflict` if an item has the name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [last] = await client.trash.list();
   * if (last !== undefined) console.log((await client.trash.restore(last.id)).parentId);
   * ```
   */
  restore(id: string, options?: RequestOptions): ApiPromise<Item> {
    return this.#transport.call('restoreFile', { params: { id } }, options);
  }

  /**
   * Permanently deletes an item in the trash, a folder with its contents. Idempotent. Throws `not_in_trash` if the item
   * is not in the trash.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/secret.txt');
   * await client.files.trash(id);
   * await client.trash.purge(id);
   * ```
   */
  purge(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('purgeFile', { params: { id } }, options);
  }

  /**
   * Restores up to 200 files and folders, independently of each other. Items that could not be restored are in `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const items = await client.trash.list();
   * const { updated } = await client.trash.restoreMany(items.slice(0, 200).map(({ id }) => id));
   * for (const { name, parentId } of updated) console.log(name, parentId);
   * ```
   */
  restoreMany(ids: readonly string[], options?: RequestOptions): ApiPromise<ItemBatchResult> {
    return this.#transport.call('restoreFiles', { body: { ids: [...ids] } }, options);
  }

  /**
   * Permanently deletes up to 200 items in the trash, independently of each other. Items that could not be deleted are in
   * `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const large = (await client.trash.list()).filter(({ size }) => (size ?? 0) > 1_000_000_000);
   * const { failed } = await client.trash.purgeMany(large.slice(0, 200).map(({ id }) => id));
   * for (const { id, message } of failed) console.error(id, message);
   * ```
   */
  purgeMany(ids: readonly string[], options?: RequestOptions): ApiPromise<ItemBatchResult> {
    return this.#transport.call('purgeFiles', { body: { ids: [...ids] } }, options);
  }

  /**
   * Permanently deletes everything in the trash: that of the caller, or of the team drive `driveId`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().trash.empty();
   * ```
   */
  empty(options: RequestOptions & { readonly driveId?: string | undefined } = {}): ApiPromise<void> {
    const { driveId, ...rest } = options;
    return this.#transport.call('emptyTrash', { query: { driveId } }, rest);
  }
}
