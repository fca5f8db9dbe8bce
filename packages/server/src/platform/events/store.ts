import type { Reader, Tx } from '../db/database.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DriveEvent, EventType, StoredEvent } from './events.ts';

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

const columns = ['row_id', 'id', 'type', 'user_id', 'data', 'created_at'] as const;

const toEvent = (row: Pick<Selectable<Schema['events']>, (typeof columns)[number]>): DriveEvent => ({
  id: row.id,
  type: row.type as EventType,
  userId: row.user_id,
  data: JSON.parse(row.data) as DriveEvent['data'],
  createdAt: row.created_at,
});

export async function findEvent(reader: Reader, id: string): Promise<DriveEvent | undefined> {
  const row = await reader.selectFrom('events').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toEvent(row);
}

export async function listEventsAfter(
  reader: Reader,
  query: { readonly userId: number; readonly rowId: number; readonly since: number; readonly limit: number },
): Promise<StoredEvent[]> {
  const rows = await reader
    .selectFrom('events')
    .select(columns)
    .where('user_id', '=', query.userId)
    .where('row_id', '>', query.rowId)
    .where('created_at', '>=', query.since)
    .orderBy('row_id')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({ rowId: row.row_id, event: toEvent(row) }));
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

/** The oldest first, at most `limit`; returns how many. */
export async function deleteEventsBefore(tx: Tx, before: number, limit: number): Promise<number> {
  const result = await tx
    .deleteFrom('events')
    .where('row_id', 'in', (db) =>
      db.selectFrom('events').select('row_id').where('created_at', '<', before).orderBy('created_at').limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
