import { type Reader, type Tx } from '../../platform/db/index.ts';
import { ownerIsEnabled } from './enabled-owner.ts';

export interface ResetToAdd {
  readonly tokenHash: string;
  readonly userId: number;
  readonly expiresAt: number;
}

export async function insertReset(tx: Tx, reset: ResetToAdd): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({ token_hash: reset.tokenHash, user_id: reset.userId, expires_at: reset.expiresAt })
    .execute();
}

export async function isOpenReset(reader: Reader, tokenHash: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(ownerIsEnabled('user_id'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose it was; undefined where it has run out or another was quicker. */
export async function takeReset(tx: Tx, tokenHash: string, now: number): Promise<number | undefined> {
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

/** At most `limit`; returns how many. */
export async function deleteExpiredResets(tx: Tx, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', 'in', (db) =>
      db.selectFrom('password_resets').select('token_hash').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
