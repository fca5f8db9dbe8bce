import type { ApiPromise } from '../../api-promise.ts';
import type { ListReportsQuery, Report } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Reports of visitors about shares. Reached as `client.admin.reports`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminReports } from '@drive/sdk';
 *
 * const countOf = async (reports: AdminReports): Promise<number> => (await reports.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().admin.reports));
 * ```
 */
export class AdminReports {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists open reports, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { reason, owner, file } of new DriveClient().admin.reports.list())
   *   console.log(reason, owner?.email, file?.name);
   * ```
   */
  list(query: ListReportsQuery = {}, options?: RequestOptions): PagedList<Report> {
    return pagedListOf(this.#transport, 'listReports', 'reports', { query }, options);
  }

  /**
   * Closes a report, which deletes it. Reports about a file are also closed when the file is quarantined or deleted.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.admin.reports.list()).items;
   * if (newest !== undefined) await client.admin.reports.close(newest.id);
   * ```
   */
  close(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('closeReport', { params: { id } }, options);
  }
}
