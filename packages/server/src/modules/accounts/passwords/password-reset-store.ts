import type { Insertable } from 'kysely';
import { deleteRows, type Reader, type RowBatch, type Schema, type Tx } from '../../../platform/db/index.ts';
import { ownerIsEnabled } from '../users/enabled-owner-store.ts';

export async function insertReset(tx: Tx, reset: Insertable<Schema['password_resets']>): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute();
}

/** users.row_id; undefined if the link was used or has expired. */
export async function findOpenReset(reader: Reader, tokenHash: string, now: number): Promise<number | undefined> {
  const row = await reader
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(ownerIsEnabled('user_id'))
    .executeTakeFirst();
  return row?.user_id;
}

/** Like `findOpenReset`; the link works for this caller only. */
export async function consumeReset(tx: Tx, tokenHash: string, now: number): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(ownerIsEnabled('user_id'))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function deleteReset(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('token_hash', '=', tokenHash).execute();
}

export async function deleteResetsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export const expiredResets = (now: number): RowBatch =>
  deleteRows('password_resets', 'token_hash', (rows) => rows.where('expires_at', '<=', now));
