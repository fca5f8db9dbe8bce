import type { Insertable } from 'kysely';
import { deleteRows, type RowBatch, type Schema, type Tx } from '../../../platform/db/index.ts';

export async function insertAttempt(tx: Tx, attempt: Insertable<Schema['sign_in_attempts']>): Promise<void> {
  await tx.insertInto('sign_in_attempts').values(attempt).execute();
}

/** Takes the attempt of a browser, which counts for this caller only; undefined if there is none or it has expired. */
export function takeAttempt(tx: Tx, attempt: { stateHash: string; browserHash: string; now: number }) {
  return tx
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', attempt.stateHash)
    .where('browser_hash', '=', attempt.browserHash)
    .where('expires_at', '>', attempt.now)
    .returning(['purpose', 'session_id as sessionId', 'secrets', 'return_to as returnTo'])
    .executeTakeFirst();
}

export const expiredAttempts = (now: number): RowBatch =>
  deleteRows('sign_in_attempts', 'state_hash', (rows) => rows.where('expires_at', '<=', now));
