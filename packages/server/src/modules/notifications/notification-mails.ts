import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { MailFrequency, Notification } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { humanSize, t } from '@drive/pages';
import type { Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { listUnmailed, setMailed, type NotificationRow } from './notification-store.ts';

export type NotificationMailsDeps = Pick<Ports, 'database' | 'clock' | 'baseUrl' | 'instance'> & {
  readonly mails: Mails;
  readonly accounts: Pick<Accounts, 'findUser'>;
};

/** What happens within this time comes in one email. */
const gatherMs = 5 * minuteMs;
/** When the email of a day is sent, in UTC. */
const dailyHour = 6;
const mostInOneMail = 50;
/** What is older is not told by email any more, as after a user wanted none for a while. */
const oldestMs = 2 * dayMs;

interface NotificationMail {
  readonly userId: number;
}

/** Emails that tell users of what is unread, gathered over minutes or a day. */
export class NotificationMails {
  readonly #deps: NotificationMailsDeps;
  readonly #job: JobType<NotificationMail>;

  constructor(deps: NotificationMailsDeps) {
    this.#deps = deps;
    const { mails, accounts, clock, database, instance, baseUrl } = deps;
    this.#job = mails.defineNotice({
      type: 'notifications.mail',
      load: async ({ userId }: NotificationMail, reader) => {
        const owner = await accounts.findUser(reader, userId);
        if (owner === undefined) return undefined;
        const rows = await listUnmailed(reader, userId, { since: clock.now() - oldestMs, limit: mostInOneMail });
        return rows.length === 0 ? undefined : { owner, rows };
      },
      render: ({ owner, rows }) => {
        const lines = rows.map(lineOf);
        return {
          subject:
            lines.length === 1
              ? (lines[0] ?? '')
              : t('{count} notifications on {service}', { count: lines.length, service: instance.name }),
          before: lines,
          link: { label: t('Open {service}', { service: instance.name }), url: baseUrl.link('/app/') },
          sent: () =>
            database.write(async (tx) => {
              await setMailed(
                tx,
                rows.map(({ rowId }) => rowId),
                clock.now(),
              );
              // Another email tells of the rest.
              if (rows.length === mostInOneMail) await this.#job.enqueue(tx, { userId: owner.userId });
            }),
        };
      },
    });
  }

  /** Schedules the email that tells the user of what is unread then. */
  schedule(tx: Tx, userId: number, frequency: Exclude<MailFrequency, 'never'>): Promise<void> {
    const now = this.#deps.clock.now();
    const runAt = frequency === 'now' ? (Math.floor(now / gatherMs) + 1) * gatherMs : nextDaily(now);
    return this.#job.enqueue(tx, { userId }, { key: `${userId} ${runAt}`, runAt });
  }
}

const nextDaily = (now: number): number => {
  const today = Math.floor(now / dayMs) * dayMs + dailyHour * hourMs;
  return today > now ? today : today + dayMs;
};

/** In the language of the email. */
function lineOf(row: NotificationRow): string {
  const details = JSON.parse(row.details) as Notification['details'];
  const name = row.itemName ?? details.linkName ?? '';
  const who = row.actorName ?? row.actorEmail ?? details.visitor ?? t('Somebody');
  switch (row.type) {
    case 'access_given':
      return t('{user} gave you access to {name}', { user: who, name });
    case 'file_arrived':
      return t('{count} files for {name}', { count: row.happened, name: details.linkName ?? name });
    case 'comment':
      return t('{count} comments on {name}, the last by {user}', { count: row.happened, name, user: who });
    case 'link_expiring':
      return t('The link to {name} ends on {date}', {
        name: name === '' ? t('several files') : name,
        date: details.expiresAt?.slice(0, 10) ?? '',
      });
    case 'quota':
      return quotaLineOf(row.itemName, humanSize(details.usedBytes ?? 0), humanSize(details.quotaBytes ?? 0));
  }
}

/** `drive`: name of the team drive; null: the storage of the user. */
const quotaLineOf = (drive: string | null, used: string, quota: string): string =>
  drive === null
    ? t('{used} of your {quota} are used', { used, quota })
    : t('{used} of the {quota} of {name} are used', { used, quota, name: drive });
