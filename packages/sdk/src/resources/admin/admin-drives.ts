import type { ApiPromise } from '../../api-promise.ts';
import type { AdminTeamDrive, ListAllDrivesQuery } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * All team drives, also those that are deleted. Reached as `client.admin.drives`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminDrives } from '@drive/sdk';
 *
 * const countOf = async (drives: AdminDrives): Promise<number> => (await drives.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().admin.drives));
 * ```
 */
export class AdminDrives {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists all drives by name; with `deleted` those that are deleted.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, usedBytes } of new DriveClient().admin.drives.list()) console.log(name, usedBytes);
   * ```
   */
  list(query: ListAllDrivesQuery = {}, options?: RequestOptions): PagedList<AdminTeamDrive> {
    return pagedListOf(this.#transport, 'listAllDrives', 'drives', { query }, options);
  }

  /**
   * Restores a deleted drive. If none of its managers can sign in, the caller becomes one, also of a drive that is not deleted.
   * Throws `name_conflict` if another drive has got the name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { drives } = new DriveClient().admin;
   * for await (const { id } of drives.list({ deleted: true })) await drives.restore(id);
   * ```
   */
  restore(id: string, options?: RequestOptions): ApiPromise<AdminTeamDrive> {
    return this.#transport.call('restoreDrive', { params: { id } }, options);
  }

  /**
   * Permanently deletes a deleted drive with everything in it. Throws `not_in_trash` if it is not deleted.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { drives } = new DriveClient().admin;
   * for await (const { id, name } of drives.list({ deleted: true })) if (name === 'Test') await drives.purge(id);
   * ```
   */
  purge(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('purgeDrive', { params: { id } }, options);
  }
}
