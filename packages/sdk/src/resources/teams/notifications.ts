import type { ApiPromise } from '../../api-promise.ts';
import type { ListNotificationsQuery, Notification, NotificationPage, UnreadCount } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * What the caller is told of: access that others gave, files that arrived, comments, links that end soon, and storage that is
 * nearly full. Reached as `client.notifications`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Notifications } from '@drive/sdk';
 *
 * const countUnread = async (notifications: Notifications) => (await notifications.page({ limit: 1 })).unread;
 * console.log(await countUnread(new DriveClient().notifications));
 * ```
 */
export class Notifications {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists notifications, the unread ones first, the latest first. Iterate over all, or await one page.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { type, item, readAt } of new DriveClient().notifications.list())
   *   if (readAt === null) console.log(type, item?.name);
   * ```
   */
  list(query: ListNotificationsQuery = {}, options?: RequestOptions): PagedList<Notification> {
    return pagedListOf(this.#transport, 'listNotifications', 'notifications', { query }, options);
  }

  /**
   * Gets one page of notifications, with the number of unread ones on all pages.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { notifications, unread } = await new DriveClient().notifications.page({ limit: 20 });
   * console.log(notifications.length, unread);
   * ```
   */
  page(query: ListNotificationsQuery = {}, options?: RequestOptions): ApiPromise<NotificationPage> {
    return this.#transport.call('listNotifications', { query }, options);
  }

  /**
   * Marks notifications as read: those with the given ids, or all.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { unread } = await new DriveClient().notifications.read();
   * console.log(unread);
   * ```
   */
  read(ids?: readonly string[], options?: RequestOptions): ApiPromise<UnreadCount> {
    const body = ids === undefined ? { all: true as const } : { ids: [...ids] };
    return this.#transport.call('readNotifications', { body }, options);
  }
}
