import type { Insertable } from 'kysely';
import { deleteRows, type Reader, type RowBatch, type Schema, type Tx } from '../../platform/db/index.ts';

/** False if the user code is in use. */
export async function insertDevice(tx: Tx, device: Insertable<Schema['device_codes']>): Promise<boolean> {
  const row = await tx
    .insertInto('device_codes')
    .values(device)
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .returning('user_code')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isWaiting(reader: Reader, userCode: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom('device_codes')
    .select('state')
    .where('user_code', '=', userCode)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if no such device waits. */
export async function decideDevice(
  tx: Tx,
  decision: {
    readonly userCode: string;
    readonly userId: number;
    readonly state: 'approved' | 'refused';
    readonly now: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device_codes')
    .set({ state: decision.state, user_id: decision.userId })
    .where('user_code', '=', decision.userCode)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', decision.now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records a poll. Returns the device as it was before. */
export async function pollDevice(tx: Tx, codeHash: string, now: number) {
  await tx.lock(`device:${codeHash}`);
  const row = await tx
    .selectFrom('device_codes')
    .select(['user_code as userCode', 'state', 'user_id as userId', 'expires_at as expiresAt', 'polled_at as polledAt'])
    .where('device_code_hash', '=', codeHash)
    .executeTakeFirst();
  if (row !== undefined)
    await tx.updateTable('device_codes').set({ polled_at: now }).where('device_code_hash', '=', codeHash).execute();
  return row;
}

/** Ends the sign-in: the key is issued once. */
export async function finishDevice(tx: Tx, codeHash: string): Promise<void> {
  await tx.updateTable('device_codes').set({ state: 'done' }).where('device_code_hash', '=', codeHash).execute();
}

/** Ends the sign-ins that the user decided on: a device that was approved and has no key yet gets none. */
export async function deleteDecided(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('device_codes').where('user_id', '=', userId).execute();
}

export const expiredDevices = (now: number): RowBatch =>
  deleteRows('device_codes', 'device_code_hash', (rows) => rows.where('expires_at', '<=', now));

export const devicesOf = (userId: number): RowBatch =>
  deleteRows('device_codes', 'device_code_hash', (rows) => rows.where('user_id', '=', userId));
