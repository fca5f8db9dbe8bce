import type { PageSlice } from '@drive/base';
import type { MailFrequency, NotificationType } from '@drive/contract';
import { sql } from 'kysely';
import { countRows, deleteRows, isAfter, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';

export interface NotificationToAdd {
  readonly id: string;
  readonly userId: number;
  readonly type: NotificationType;
  /** Unique for the user; null: each is told. */
  readonly about: string | null;
  readonly item: { readonly id: string; readonly name: string } | null;
  readonly actorId: number | null;
  readonly details: object;
  readonly createdAt: number;
  readonly mailedAt: number | null;
}

/** Begins what counts in one row until it is read. */
const gathered = 'gather:';
export const gatheredAbout = (about: string): string => `${gathered}${about}`;

/** False if the user is told of the same already; `counts`: it then counts in that row. */
export async function putNotification(
  tx: Tx,
  { item, ...row }: NotificationToAdd,
  { counts }: { readonly counts: boolean },
): Promise<boolean> {
  const facts = {
    item_id: item?.id ?? null,
    item_name: item?.name ?? null,
    actor_id: row.actorId,
    details: JSON.stringify(row.details),
    created_at: row.createdAt,
    mailed_at: row.mailedAt,
  };
  const put = await tx
    .insertInto('notifications')
    .values({ ...facts, id: row.id, user_id: row.userId, type: row.type, about: row.about, happened: 1, unread: 1 })
    .onConflict((conflict) => {
      const same = conflict.columns(['user_id', 'about']).where('about', 'is not', null);
      return counts
        ? same.doUpdateSet((of) => ({ ...facts, happened: of('notifications.happened', '+', 1) }))
        : same.doNothing();
    })
    .returning('happened')
    .executeTakeFirst();
  return put?.happened === 1;
}

/** When the user wants emails; undefined: nobody who can sign in. */
export async function findMailFrequency(reader: Reader, userId: number): Promise<MailFrequency | undefined> {
  const row = await reader
    .selectFrom('users')
    .select('notification_mail')
    .where('row_id', '=', userId)
    .where('is_system', '=', 0)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row && (row.notification_mail ?? 'now');
}

const selectRows = (reader: Reader, userId: number) =>
  reader
    .selectFrom('notifications as n')
    .leftJoin('users as actor', 'actor.row_id', 'n.actor_id')
    .select([
      'n.row_id as rowId',
      'n.id',
      'n.type',
      'n.item_id as itemId',
      'n.item_name as itemName',
      'n.details',
      'n.happened',
      'n.unread',
      'n.created_at as createdAt',
      'n.read_at as readAt',
      'actor.id as actorId',
      'actor.name as actorName',
      'actor.email as actorEmail',
      'actor.deleted_at as actorDeletedAt',
    ])
    .where('n.user_id', '=', userId);

export type NotificationRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** The unread ones first, the latest first. */
export const listNotifications = (
  reader: Reader,
  userId: number,
  { offset, limit, after }: PageSlice,
): Promise<NotificationRow[]> =>
  selectRows(reader, userId)
    .where(isAfter(after, ['n.unread', 'n.created_at', 'n.row_id'], 'desc'))
    .orderBy('n.unread', 'desc')
    .orderBy('n.created_at', 'desc')
    .orderBy('n.row_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

/** Those of which an email is to tell, the oldest first. */
export const listUnmailed = (
  reader: Reader,
  userId: number,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<NotificationRow[]> =>
  selectRows(reader, userId)
    .where('n.unread', '=', 1)
    .where('n.mailed_at', 'is', null)
    .where('n.created_at', '>=', since)
    .orderBy('n.created_at')
    .orderBy('n.row_id')
    .limit(limit)
    .execute();

export const countNotifications = (reader: Reader, userId: number): Promise<number> =>
  countRows(reader.selectFrom('notifications').where('user_id', '=', userId));

export const countUnread = (reader: Reader, userId: number): Promise<number> =>
  countRows(reader.selectFrom('notifications').where('user_id', '=', userId).where('unread', '=', 1));

/** What happens later is told again, unless it is told once. `ids`: only these. */
export async function markRead(
  tx: Tx,
  { userId, ids, now }: { readonly userId: number; readonly ids?: readonly string[] | undefined; readonly now: number },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set((of) => ({
      unread: 0,
      read_at: now,
      about: sql<
        string | null
      >`case when ${of.ref('about')} like ${`${gathered}%`} then null else ${of.ref('about')} end`,
    }))
    .where('user_id', '=', userId)
    .where('unread', '=', 1)
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
    .execute();
}

export async function setMailed(tx: Tx, rowIds: readonly number[], now: number): Promise<void> {
  await tx.updateTable('notifications').set({ mailed_at: now }).where('row_id', 'in', rowIds).execute();
}

/** A user (users.row_id) who was told of something. */
export interface Told {
  readonly userId: number;
  readonly about: string;
}

/** Lets these users be told of it again. */
export async function forgetAbout(tx: Tx, told: readonly Told[]): Promise<void> {
  for (const [about, users] of Map.groupBy(told, (each) => each.about))
    await tx
      .updateTable('notifications')
      .set({ about: null })
      .where('about', '=', about)
      .where(
        'user_id',
        'in',
        users.map(({ userId }) => userId),
      )
      .execute();
}

/** Those who are told of this, or of this followed by a space and more. */
export const listTold = (reader: Reader, about: string): Promise<Told[]> =>
  reader
    .selectFrom('notifications')
    .select(['user_id as userId', sql<string>`about`.as('about')])
    .where((of) => of.or([of('about', '=', about), of('about', 'like', `${about} %`)]))
    .execute();

export const notificationsBefore = (before: number): RowBatch =>
  deleteRows('notifications', 'row_id', (rows) => rows.where('created_at', '<', before).orderBy('created_at'));

export const notificationsOf = (userId: number): RowBatch =>
  deleteRows('notifications', 'row_id', (rows) => rows.where('user_id', '=', userId));
