import { dayMs, isoTime } from '@drive/base';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { linkTables, listEndingLinks, listNearlyFull, type EndingLink, type LastListed } from './due-store.ts';
import { forgetAbout, listTold } from './notification-store.ts';
import type { Notifications } from './notifications.ts';

export type DueNotificationsDeps = Pick<Ports, 'database' | 'clock' | 'jobs'> & {
  readonly accounts: Pick<Accounts, 'planLimits' | 'listResponsible'>;
  readonly notifications: Notifications;
  readonly config: { readonly sweepMs: number };
};

/** Users learn that long before that a link ends. */
const soonMs = 3 * dayMs;
const atOnce = 100;
const aboutQuota = 'quota';

/** Tells users of what is due by time or by state: links that end soon, and storage that is nearly full. */
export function scheduleDueNotifications({
  database,
  clock,
  jobs,
  accounts,
  notifications,
  config,
}: DueNotificationsDeps): void {
  const reader = database.workerReader;

  const tellOf = async (tx: Tx, { about, itemId, itemName, linkName, expiresAt, ...link }: EndingLink) => {
    for (const userId of await accounts.listResponsible(tx, { ...link, itemId }))
      await notifications.add(tx, {
        userId,
        type: 'link_expiring',
        once: about,
        item: itemId === null ? null : { id: itemId, name: itemName ?? '' },
        details: { expiresAt: isoTime(expiresAt), ...(linkName === null ? {} : { linkName }) },
      });
  };

  jobs.every('notifications.links', config.sweepMs, async ({ signal }) => {
    const tell = async (of: { readonly table: (typeof linkTables)[number]; readonly ofDrives: boolean }) => {
      let after: LastListed | undefined;
      do {
        const now = clock.now();
        const links = await listEndingLinks(reader, { ...of, now, until: now + soonMs, after, limit: atOnce });
        if (links.length > 0)
          await database.write(async (tx) => {
            for (const link of links) await tellOf(tx, link);
          });
        // A drive may have nobody who is told: its links are passed over, and stand in the way of no others.
        after = links.length < atOnce ? undefined : links.at(-1);
      } while (after !== undefined && !signal.aborted);
    };
    for (const table of linkTables) for (const ofDrives of [false, true]) await tell({ table, ofDrives });
  });

  jobs.every('notifications.quota', config.sweepMs, async () => {
    const plans = { free: accounts.planLimits('free').quotaBytes, paid: accounts.planLimits('paid').quotaBytes };
    const full = await listNearlyFull(reader, plans);
    const told = new Set(await listTold(reader, aboutQuota));
    const isFull = new Set(full.map(({ userId }) => userId));
    const fresh = full.filter(({ userId }) => !told.has(userId));
    const over = [...told].filter((userId) => !isFull.has(userId));
    for (let from = 0; from < Math.max(fresh.length, over.length); from += atOnce)
      await database.write(async (tx) => {
        await forgetAbout(tx, aboutQuota, over.slice(from, from + atOnce));
        for (const { userId, usedBytes, quotaBytes } of fresh.slice(from, from + atOnce))
          await notifications.add(tx, { userId, type: 'quota', once: aboutQuota, details: { usedBytes, quotaBytes } });
      });
  });
}
