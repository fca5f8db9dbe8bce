import type { Reader, Tx } from '../../platform/db/database.ts';

export interface DeviceRow {
  readonly userCode: string;
  readonly state: 'waiting' | 'approved' | 'refused' | 'done';
  readonly userId: number | null;
  readonly expiresAt: number;
  readonly polledAt: number | null;
}

/** False where the user code is taken. */
export async function insertDevice(
  tx: Tx,
  device: {
    readonly codeHash: string;
    readonly userCode: string;
    readonly createdAt: number;
    readonly expiresAt: number;
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('device_codes')
    .values({
      device_code_hash: device.codeHash,
      user_code: device.userCode,
      state: 'waiting',
      user_id: null,
      created_at: device.createdAt,
      expires_at: device.expiresAt,
      polled_at: null,
    })
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .returning('user_code')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a device with this code waits for somebody to decide. */
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

/** False where no such device waits any more. */
export async function decideDevice(
  tx: Tx,
  decision: {
    readonly userCode: string;
    readonly userId: number;
    readonly state: 'approved' | 'refused';
    readonly now: number;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('device_codes')
    .set({ state: decision.state, user_id: decision.userId })
    .where('user_code', '=', decision.userCode)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', decision.now)
    .returning('user_code')
    .executeTakeFirst();
  return row !== undefined;
}

/** The device as it was before this poll, which is written down. */
export async function pollDeviceRow(tx: Tx, codeHash: string, now: number): Promise<DeviceRow | undefined> {
  await tx.lock(`device:${codeHash}`);
  const row = await tx
    .selectFrom('device_codes')
    .select(['user_code', 'state', 'user_id', 'expires_at', 'polled_at'])
    .where('device_code_hash', '=', codeHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.updateTable('device_codes').set({ polled_at: now }).where('device_code_hash', '=', codeHash).execute();
  return {
    userCode: row.user_code,
    state: row.state,
    userId: row.user_id,
    expiresAt: row.expires_at,
    polledAt: row.polled_at,
  };
}

/** The key goes out once. */
export async function finishDevice(tx: Tx, codeHash: string): Promise<void> {
  await tx.updateTable('device_codes').set({ state: 'done' }).where('device_code_hash', '=', codeHash).execute();
}

/** At most `limit`; returns how many. */
export async function deleteExpiredDevices(tx: Tx, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('device_codes')
    .where('device_code_hash', 'in', (db) =>
      db.selectFrom('device_codes').select('device_code_hash').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteDevicesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('device_codes').where('user_id', '=', userId).execute();
}
