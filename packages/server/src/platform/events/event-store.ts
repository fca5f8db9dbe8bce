import type { WebhookEventType } from '@drive/contract';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../db/database.ts';
import { converted, defineRow } from '../db/define-row.ts';
import { isAmong, rowIdList } from '../db/query-parts.ts';
import { deleteRows, type RowBatch } from '../db/delete-in-batches.ts';
import type { DriveEvent, StoredEvent } from './events-port.ts';

export async function insertEvent(tx: Tx, event: DriveEvent): Promise<void> {
  await tx
    .insertInto('events')
    .values({
      id: event.id,
      type: event.type,
      user_id: event.userId,
      data: JSON.stringify(event.data),
      created_at: event.createdAt,
    })
    .execute();
}

const eventRow = defineRow('events', {
  id: 'id',
  type: converted('type', (type: string) => type as WebhookEventType),
  userId: 'user_id',
  data: converted('data', (json: string) => JSON.parse(json) as DriveEvent['data']),
  createdAt: 'created_at',
});

export async function listEventsAfter(
  reader: Reader,
  query: { readonly userId: number; readonly rowId: number; readonly since: number; readonly limit: number },
): Promise<StoredEvent[]> {
  const rows = await reader
    .selectFrom('events')
    .select(['row_id', ...eventRow.columns])
    .where('user_id', '=', query.userId)
    .where('row_id', '>', query.rowId)
    .where('created_at', '>=', query.since)
    .orderBy('row_id')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({ rowId: row.row_id, event: eventRow.from(row) }));
}

export async function findEventRowId(reader: Reader, userId: number, id: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('events')
    .select('row_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.row_id;
}

export async function findLast(
  reader: Reader,
  userId: number,
): Promise<{ readonly rowId: number; readonly id: string } | undefined> {
  const row = await reader
    .selectFrom('events')
    .select(['row_id', 'id'])
    .where('user_id', '=', userId)
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { rowId: row.row_id, id: row.id };
}

/** One step along the index for each user. */
export async function findLastOfEach(
  { reader, dialect }: Pick<Database, 'reader' | 'dialect'>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user_id: number; last: number | null }>`
    select row_id as user_id, (select max(events.row_id) from events where user_id = users.row_id) as last
    from users where ${isAmong(dialect, 'row_id', rowIdList(dialect, userIds))}`.execute(reader);
  return new Map(rows.flatMap(({ user_id, last }) => (last === null ? [] : [[user_id, last] as const])));
}

/** For a sweep: the oldest first. */
export const eventsBefore = (before: number): RowBatch =>
  deleteRows('events', 'row_id', (rows) => rows.where('created_at', '<', before).orderBy('created_at'));
