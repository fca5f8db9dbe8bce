import { isoTime, optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { Notification, NotificationPage, NotificationType } from '@drive/contract';
import { currentActor, type Viewer } from '../../platform/access/index.ts';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { NotificationMails } from './notification-mails.ts';
import * as store from './notification-store.ts';

export type NotificationsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'events'> & {
  readonly mails: Pick<NotificationMails, 'schedule'>;
};

export interface NewNotification {
  /** users.row_id of who is told. */
  readonly userId: number;
  readonly type: NotificationType;
  /** Counts in the unread notification about the same. */
  readonly gather?: string;
  /** Told once: nothing happens if there is one about it, read or not. */
  readonly once?: string;
  readonly item?: { readonly id: string; readonly name: string } | null;
  readonly details: Notification['details'];
  /** Whether another module can send the email at once. Default: as for most of its type. */
  readonly hasOwnMail?: boolean;
}

/** Of these, another module sends the email at once, with more in it. */
const withOwnMail: ReadonlySet<NotificationType> = new Set<NotificationType>(['access_given', 'file_arrived']);

/** What users are told of. */
export class Notifications {
  readonly #deps: NotificationsDeps;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
  }

  /**
   * Tells a user of something, in the transaction of its cause, and schedules an email as they want it. Users are not told of what
   * they did themselves. Returns whether the caller sends its own email now.
   */
  async add(
    tx: Tx,
    { userId, type, gather, once, item = null, details, hasOwnMail = true }: NewNotification,
  ): Promise<boolean> {
    const { clock, random, mails, events } = this.#deps;
    const actorId = currentActor();
    if (actorId === userId) return false;
    const frequency = await store.findMailFrequency(tx, userId);
    if (frequency === undefined) return false;
    const isMailedNow = frequency === 'now' && hasOwnMail && withOwnMail.has(type);
    const now = clock.now();
    const id = random.uuid();
    const about = gather === undefined ? (once ?? null) : store.gatheredAbout(gather);
    const row = { id, userId, type, about, item, actorId, details, createdAt: now };
    const isNew = await store.putNotification(
      tx,
      { ...row, mailedAt: isMailedNow || frequency === 'never' ? now : null },
      { counts: gather !== undefined },
    );
    if (isNew)
      events.publish(tx, {
        type: 'notification.created',
        userId,
        data: { notification_id: id, notification_type: type, item_id: item?.id ?? null, occurred_at: isoTime(now) },
      });
    const isTold = isNew || gather !== undefined;
    if (isTold && !isMailedNow && frequency !== 'never') await mails.schedule(tx, userId, frequency);
    return isMailedNow;
  }

  async list({ userId }: Viewer, page: PageRequest): Promise<NotificationPage> {
    const { reader } = this.#deps.database;
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => store.listNotifications(reader, userId, slice),
      ({ unread, createdAt, rowId }) => [unread, createdAt, rowId],
    );
    return {
      notifications: rows.map(toNotification),
      unread: await store.countUnread(reader, userId),
      pagination: paginationOf(page, await store.countNotifications(reader, userId), nextCursor),
    };
  }

  /** Without ids: all. */
  async read({ userId }: Viewer, ids: readonly string[] | undefined): Promise<{ readonly unread: number }> {
    const { database, clock } = this.#deps;
    await database.write((tx) => store.markRead(tx, { userId, ids, now: clock.now() }));
    return { unread: await store.countUnread(database.reader, userId) };
  }

  /** Deletes what a deleted account (users.row_id) was told. Idempotent. */
  async eraseOwner(userId: number, signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.#deps.database, signal, store.notificationsOf(userId));
  }
}

const toNotification = (row: store.NotificationRow): Notification => ({
  id: row.id,
  type: row.type,
  item: row.itemId === null ? null : { id: row.itemId, name: row.itemName ?? '' },
  actor:
    row.actorId === null
      ? null
      : {
          id: row.actorId,
          name: row.actorDeletedAt === null ? row.actorName : 'deleted user',
          deleted: row.actorDeletedAt !== null,
        },
  at: isoTime(row.createdAt),
  readAt: optionalIsoTime(row.readAt),
  count: row.happened,
  details: JSON.parse(row.details) as Notification['details'],
});
