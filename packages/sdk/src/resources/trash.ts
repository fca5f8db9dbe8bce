import type { ApiPromise } from '../api-promise.ts';
import type { Item } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

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
   * Permanently deletes everything in the trash.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().trash.empty();
   * ```
   */
  empty(options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('emptyTrash', {}, options);
  }
}
