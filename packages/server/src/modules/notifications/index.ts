/**
 * What users are told of: in a list, by events, and by email at once, daily or never. Writes notifications.
 *
 * Invariants:
 * - A notification is written in the transaction of its cause, or by a job that finds what is due, once.
 * - It names the item as it was when the user could see it, and never shows what became of it.
 */
import { dayMs } from '@drive/base';
import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { scheduleDueNotifications } from './due-notifications.ts';
import { NotificationMails, type NotificationMailsDeps } from './notification-mails.ts';
import { notificationsBefore } from './notification-store.ts';
import { Notifications } from './notifications.ts';
import { mountUnsubscribePage } from './unsubscribe-page.tsx';

export type { Notifications } from './notifications.ts';

export function createNotifications(
  deps: NotificationMailsDeps &
    Pick<Ports, 'random' | 'events' | 'jobs' | 'secrets'> & {
      readonly accounts: Accounts;
      /** `keptMs`: how long they are kept. */
      readonly config: { readonly keptMs: number; readonly sweepMs: number };
    },
) {
  const notifications = new Notifications({ ...deps, mails: new NotificationMails(deps) });
  scheduleDueNotifications({ ...deps, notifications });
  deps.jobs.sweep('notifications.sweep', dayMs, (now) => notificationsBefore(now - deps.config.keptMs));
  return {
    notifications,
    eraseOwner: (userId: number, signal: AbortSignal): Promise<void> => notifications.eraseOwner(userId, signal),
    routes: (router: Router): void => {
      router.mount(endpoints.listNotifications, ({ caller, query }) => notifications.list(caller, query));
      router.mount(endpoints.readNotifications, ({ caller, body }) => notifications.read(caller, body.ids));
      mountUnsubscribePage(router, deps);
    },
  };
}
