import { dayMs, isoTime } from '@drive/base';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import {
  linkTables,
  listEndingLinks,
  listNearlyFull,
  type EndingLink,
  type LastListed,
  type NearlyFull,
} from './due-store.ts';
import { forgetAbout, listTold, type Told } from './notification-store.ts';
import type { Notifications } from './notifications.ts';

export type DueNotificationsDeps = Pick<Ports, 'database' | 'clock' | 'jobs'> & {
  readonly accounts: Pick<Accounts, 'planLimits' | 'listResponsible'>;
  readonly notifications: Notifications;
  readonly config: { readonly sweepMs: number };
};

/** Users learn that long before that a link ends. */
const soonMs = 3 * dayMs;
const atOnce = 100;
/** Of the user's own storage; followed by owners.row_id, of that of a team drive. */
const aboutQuota = 'quota';
const aboutDrive = (ownerId: number): string => `${aboutQuota} ${ownerId}`;
const driveOf = (about: string): number => Number(about.slice(aboutDrive(0).length - 1));

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

  const tellOfQuota = (tx: Tx, { userId, about, rootId, driveName, usedBytes, quotaBytes }: NearlyFull & Told) =>
    notifications.add(tx, {
      userId,
      type: 'quota',
      once: about,
      item: rootId === null ? null : { id: rootId, name: driveName ?? '' },
      details: { usedBytes, quotaBytes },
    });

  jobs.every('notifications.quota', config.sweepMs, async () => {
    const plans = { free: accounts.planLimits('free').quotaBytes, paid: accounts.planLimits('paid').quotaBytes };
    const full = await listNearlyFull(reader, plans);
    const isFull = new Set(full.map(({ ownerId }) => ownerId));
    const told = await listTold(reader, aboutQuota);
    const isTold = new Set(told.map(({ userId, about }) => `${userId} ${about}`));
    const over = told.filter(({ userId, about }) => !isFull.has(about === aboutQuota ? userId : driveOf(about)));
    const fresh: (NearlyFull & Told)[] = [];
    for (const each of full) {
      const { ownerId, rootId } = each;
      const userIds = await accounts.listResponsible(reader, { ownerId, createdBy: null, itemId: null });
      const about = rootId === null ? aboutQuota : aboutDrive(ownerId);
      for (const userId of userIds) if (!isTold.has(`${userId} ${about}`)) fresh.push({ ...each, userId, about });
    }
    for (let from = 0; from < Math.max(fresh.length, over.length); from += atOnce)
      await database.write(async (tx) => {
        await forgetAbout(tx, over.slice(from, from + atOnce));
        for (const each of fresh.slice(from, from + atOnce)) await tellOfQuota(tx, each);
      });
  });
}
