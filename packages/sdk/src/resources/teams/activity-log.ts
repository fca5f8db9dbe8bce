import type { ApiPromise } from '../../api-promise.ts';
import type { Activity, ActivityPage, ListItemActivityQuery, ListActivityQuery } from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Who did what, and when: in a drive, or with an item and everything in it. Reached as `client.activity`.
 *
 * @example
 * ```ts
 * import { DriveClient, type ActivityLog } from '@drive/sdk';
 *
 * const latest = async (log: ActivityLog) => (await log.page({ limit: 1 })).activity.at(0);
 * console.log((await latest(new DriveClient().activity))?.type);
 * ```
 */
export class ActivityLog {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Iterates over what happened in the caller's own drive, or in a team drive, the latest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { at, actor, type, item } of new DriveClient().activity.list())
   *   console.log(at, actor?.name ?? 'Somebody', type, item?.name);
   * ```
   */
  async *list(query: Omit<ListActivityQuery, 'cursor'> = {}, options?: RequestOptions): AsyncGenerator<Activity, void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await this.page({ limit: 200, ...query, cursor }, options);
      yield* page.activity;
      cursor = page.pagination.nextCursor;
    }
  }

  /**
   * Iterates over what happened to a file or folder and to everything that was in the folder, the latest first. Members see only
   * what happened below what they were given.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * for await (const { type, actor } of client.activity.ofItem(id)) console.log(type, actor?.name);
   * ```
   */
  async *ofItem(
    itemId: string,
    query: Omit<ListItemActivityQuery, 'cursor'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Activity, void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await this.pageOfItem(itemId, { limit: 200, ...query, cursor }, options);
      yield* page.activity;
      cursor = page.pagination.nextCursor;
    }
  }

  /**
   * Gets one page of what happened in a drive. It can be shorter than `limit` before the end.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { activity, pagination } = await new DriveClient().activity.page({ limit: 20 });
   * console.log(activity.length, pagination.nextCursor === null);
   * ```
   */
  page(query: ListActivityQuery = {}, options?: RequestOptions): ApiPromise<ActivityPage> {
    return this.#transport.call('listActivity', { query }, options);
  }

  /**
   * Gets one page of what happened to a file or folder. It can be shorter than `limit` before the end.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * console.log((await client.activity.pageOfItem(id)).activity.length);
   * ```
   */
  pageOfItem(itemId: string, query: ListItemActivityQuery = {}, options?: RequestOptions): ApiPromise<ActivityPage> {
    return this.#transport.call('listItemActivity', { params: { id: itemId }, query }, options);
  }
}
