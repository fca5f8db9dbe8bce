import type { ApiPromise } from '../../api-promise.ts';
import type { AdminJob, ListJobsQuery } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Background jobs. Reached as `client.admin.jobs`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminJobs } from '@drive/sdk';
 *
 * const countOf = async (jobs: AdminJobs): Promise<number> => (await jobs.list({ state: 'failed' })).pagination.totalItems;
 * console.log(await countOf(new DriveClient().admin.jobs));
 * ```
 */
export class AdminJobs {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists jobs, newest first. Completed jobs are not listed.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, lastError } of new DriveClient().admin.jobs.list({ state: 'failed' }))
   *   console.log(name, lastError);
   * ```
   */
  list(query: ListJobsQuery = {}, options?: RequestOptions): PagedList<AdminJob> {
    return pagedListOf(this.#transport, 'listJobs', 'jobs', { query }, options);
  }

  /**
   * Runs a job now. A failed job is restarted, a waiting job becomes due immediately.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for await (const { id } of client.admin.jobs.list({ state: 'failed' })) await client.admin.jobs.retry(id);
   * ```
   */
  retry(id: string, options?: RequestOptions): ApiPromise<AdminJob> {
    return this.#transport.call('retryJob', { params: { id } }, options);
  }
}
