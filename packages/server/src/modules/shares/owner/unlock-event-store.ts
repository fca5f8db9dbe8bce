import type { Insertable } from 'kysely';
import { deleteRows, type Reader, type Schema, type Tx } from '../../../platform/db/index.ts';

export async function addUnlockEvent(tx: Tx, event: Insertable<Schema['unlock_events']>): Promise<void> {
  await tx.insertInto('unlock_events').values(event).execute();
}

/** Newest first. */
export const listUnlockEvents = (reader: Reader, shareRowId: number, limit: number) =>
  reader
    .selectFrom('unlock_events')
    .select(['created_at as createdAt', 'result'])
    .where('share_id', '=', shareRowId)
    .orderBy('row_id', 'desc')
    .limit(limit)
    .execute();

export async function countFailedUnlocks(reader: Reader, shareRowId: number, since: number): Promise<number> {
  const { count } = await reader
    .selectFrom('unlock_events')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('share_id', '=', shareRowId)
    .where('result', '=', 'failure')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export const endedUnlockEvents = (before: number) =>
  deleteRows('unlock_events', 'row_id', (rows) => rows.where('created_at', '<', before));
