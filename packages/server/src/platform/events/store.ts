import type { Reader, Tx } from '../db/database.ts';
import type { DriveEvent, EventType } from './events.ts';

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

export async function findEvent(reader: Reader, id: string): Promise<DriveEvent | undefined> {
  const row = await reader
    .selectFrom('events')
    .select(['id', 'type', 'user_id', 'data', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    type: row.type as EventType,
    userId: row.user_id,
    data: JSON.parse(row.data) as DriveEvent['data'],
    createdAt: row.created_at,
  };
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
