import type { WebhookEventType } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import {
  compileOnce,
  converted,
  type Database,
  defineRow,
  deleteRows,
  type Dialect,
  isAmong,
  jsonRows,
  type Reader,
  restOf,
  type RowBatch,
  rowIdList,
} from '../db/index.ts';
import type { DriveEvent, EventPage, EventPlace, EventPosition, EventsEnd } from './events-port.ts';

const eventRow = defineRow('events', {
  id: 'id',
  type: converted('type', (type: string) => type as WebhookEventType),
  userId: 'user_id',
  data: converted('data', (json: string) => JSON.parse(json) as DriveEvent['data']),
  createdAt: 'created_at',
  itemId: 'item_id',
  folderIds: 'folder_ids',
  formerFolderIds: 'former_folder_ids',
});

const toEvent = (row: Parameters<typeof eventRow.from>[0]): DriveEvent => {
  const { itemId, folderIds, formerFolderIds, ...event } = eventRow.from(row);
  return { ...event, place: placeFrom(itemId, folderIds, formerFolderIds) };
};

export const placeFrom = (itemId: string | null, ids: string | null, formerIds: string | null): EventPlace | null =>
  itemId === null || ids === null
    ? null
    : { itemId, folderIds: idsFrom(ids), formerFolderIds: formerIds === null ? null : idsFrom(formerIds) };

const idsFrom = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** Not read on SQLite: the row ids of its one writer are in order. */
const transactionId = (dialect: Dialect): RawBuilder<number> =>
  dialect === 'postgres' ? sql<number>`transaction_id` : sql<number>`0`;

/** Whether all events that precede this one are committed or rolled back. Also true for a user's earlier events then. */
const isSettled = (dialect: Dialect): RawBuilder<boolean> =>
  dialect === 'postgres' ? sql<boolean>`transaction_id < ${oldestOpenTransaction}` : sql<boolean>`true`;
const oldestOpenTransaction = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** Along the index of a user's events. */
const order = (dialect: Dialect, direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql.raw(dialect === 'postgres' ? `transaction_id ${direction}, row_id ${direction}` : `row_id ${direction}`);

export async function listEventsAfter(
  reader: Reader,
  dialect: Dialect,
  query: {
    readonly userId: number;
    readonly after: EventPosition;
    readonly since: number;
    readonly limit: number;
  },
): Promise<EventPage> {
  const { after } = query;
  const isAfter =
    dialect === 'postgres'
      ? sql<boolean>`(transaction_id, row_id) > (${after.transactionId}, ${after.rowId})`
      : sql<boolean>`row_id > ${after.rowId}`;
  const rows = await reader
    .selectFrom('events')
    .select(['row_id', ...eventRow.columns])
    .select([transactionId(dialect).as('transaction'), isSettled(dialect).as('settled')])
    .where('user_id', '=', query.userId)
    .where(isAfter)
    .where('created_at', '>=', query.since)
    .orderBy(order(dialect, 'asc'))
    .limit(query.limit)
    .execute();
  // SQLite answers 1 for true.
  const end = rows.findIndex(({ settled }) => !settled);
  const events = (end === -1 ? rows : rows.slice(0, end)).map((row) => ({
    position: { transactionId: row.transaction, rowId: row.row_id },
    event: toEvent(row),
  }));
  return { events, isBehind: end !== -1 };
}

export async function findPosition(
  reader: Reader,
  dialect: Dialect,
  userId: number,
  id: string,
): Promise<EventPosition | undefined> {
  return reader
    .selectFrom('events')
    .select([transactionId(dialect).as('transactionId'), 'row_id as rowId'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function findEnd(reader: Reader, dialect: Dialect, userId: number, since: number): Promise<EventsEnd> {
  const ofUser = (settled: boolean) =>
    reader
      .selectFrom('events')
      .select(['id', 'row_id as rowId', transactionId(dialect).as('transactionId')])
      .select(sql.lit(settled ? 1 : 0).as('settled'))
      .where('user_id', '=', userId)
      .where('created_at', '>=', since)
      .where(settled ? isSettled(dialect) : sql<boolean>`not (${isSettled(dialect)})`);
  const last = ofUser(true).orderBy(order(dialect, 'desc')).limit(1);
  // One statement, so that both see the same open transactions.
  const rows = await reader.selectFrom(last.as('last')).selectAll().unionAll(ofUser(false)).execute();
  const settled = rows.find((row) => row.settled === 1);
  return {
    last: settled && { id: settled.id, rowId: settled.rowId, transactionId: settled.transactionId },
    behind: rows.filter((row) => row.settled === 0).map(({ id }) => id),
  };
}

const selectMany = (dialect: Dialect) =>
  compileOnce((reader: Reader, { ids, from, to }: { ids: string; from: number; to: number }) =>
    reader
      .selectFrom('events')
      .select(eventRow.columns)
      .where(sql<boolean>`id in (select r.id from ${jsonRows(dialect, ids, 'r', { id: 'text' })})`)
      .where('created_at', '>=', from)
      .where('created_at', '<=', to),
  );
const selectManyOn = { sqlite: selectMany('sqlite'), postgres: selectMany('postgres') };

export async function findEvents(
  reader: Reader,
  dialect: Dialect,
  wanted: readonly { readonly id: string; readonly createdAt: number }[],
): Promise<ReadonlyMap<string, DriveEvent>> {
  const times = wanted.map(({ createdAt }) => createdAt);
  const ids = JSON.stringify([...new Set(wanted.map(({ id }) => id))].map((id) => ({ id })));
  const rows = await selectManyOn[dialect](reader, { ids, from: Math.min(...times), to: Math.max(...times) });
  return new Map(rows.map((row) => [row.id, toEvent(row)]));
}

/** One step along the index for each user. */
export async function findLastOfEach(
  { reader, dialect }: Pick<Database, 'reader' | 'dialect'>,
  userIds: readonly number[],
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user_id: number; last: number | null }>`
    select row_id as user_id, (
      select events.row_id from events where user_id = owners.row_id and events.created_at >= ${since} and ${isSettled(dialect)}
      order by ${dialect === 'postgres' ? sql`transaction_id desc, events.row_id desc` : sql`events.row_id desc`} limit 1
    ) as last
    from owners where ${isAmong(dialect, 'row_id', rowIdList(dialect, userIds))}`.execute(reader);
  return new Map(rows.flatMap(({ user_id, last }) => (last === null ? [] : [[user_id, last] as const])));
}

/** For a sweep: the oldest first; on Postgres those of the days without a partition. */
export const eventsBefore = (dialect: Dialect, before: number): RowBatch =>
  dialect === 'sqlite'
    ? deleteRows('events', 'row_id', (rows) => rows.where('created_at', '<', before).orderBy('created_at'))
    : async (tx, limit) => {
        const { numAffectedRows } = await sql`
          delete from ${restOf('events')} where row_id in (
            select row_id from ${restOf('events')} where created_at < ${before} order by created_at limit ${limit}
          )`.execute(tx);
        return Number(numAffectedRows);
      };

/**
 * A copy of a database, by `pg_dump` or from a backup, has the numbers of another server's transactions: if they are ahead of this
 * server's, the next events would be ordered before them. All of them are committed, so their row ids are their order.
 */
export async function forgetForeignOrder(database: Pick<Database, 'write'>): Promise<void> {
  await database.write(async (tx) => {
    const { rows } = await sql<{ foreign: boolean }>`
      select coalesce(max(transaction_id) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint, false) as "foreign"
      from (select transaction_id from events order by row_id desc limit 1000) as newest`.execute(tx);
    if (rows[0]?.foreign === true) await tx.updateTable('events').set({ transaction_id: 0 }).execute();
  });
}
