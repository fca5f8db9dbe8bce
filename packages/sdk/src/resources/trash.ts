import type { ApiPromise } from '../api-promise.ts';
import type { Item } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * What was deleted and can still come back. Things get there by `client.files.trash`. Reached as `client.trash`.
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
   * Every file in the trash, what came last first; those of a trashed folder each by itself. With `includeFolders` also
   * the folders that were trashed themselves.
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
   * Takes a file or folder out of the trash: into the folder it was in, or into the root where that is gone or in the
   * trash itself. A folder comes back with what was trashed with it. `name_conflict` where something of its name is there.
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
   * Deletes for good what is in the trash, a folder with what was trashed with it; `not_in_trash` where it isn't there.
   * Fine to repeat.
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
   * Deletes for good everything that is in the trash now.
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
