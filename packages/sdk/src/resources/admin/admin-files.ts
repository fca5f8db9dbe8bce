import type { ApiPromise } from '../../api-promise.ts';
import type { AdminFile, ListAllFilesQuery, QuarantineChange } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Files of all users. Reached as `client.admin.files`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminFiles } from '@drive/sdk';
 *
 * const countOf = async (files: AdminFiles): Promise<number> => (await files.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().admin.files));
 * ```
 */
export class AdminFiles {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the files of all users, newest first. `q` matches names, and the ID of a file or the token of its share.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, owner } of new DriveClient().admin.files.list({ anonymous: true })) console.log(name, owner);
   * ```
   */
  list(query: ListAllFilesQuery = {}, options?: RequestOptions): PagedList<AdminFile> {
    return pagedListOf(this.#transport, 'listAllFiles', 'files', { query }, options);
  }

  /**
   * Permanently deletes a file of any user, bypassing the trash.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [reported] = (await client.admin.files.list({ q: 'setup-crack.exe' })).items;
   * if (reported !== undefined) await client.admin.files.delete(reported.id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteAnyFile', { params: { id } }, options);
  }

  /**
   * Quarantines a file, which blocks all its links, or releases it. Its owner keeps access and is notified.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const id = '5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11';
   * await client.admin.files.quarantine(id, { quarantined: true, reason: 'Reported as malware' });
   * ```
   */
  quarantine(id: string, change: QuarantineChange, options?: RequestOptions): ApiPromise<AdminFile> {
    return this.#transport.call('quarantineFile', { params: { id }, body: change }, options);
  }
}
