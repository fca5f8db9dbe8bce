import {
  defineRow,
  deleteRows,
  flag,
  type Reader,
  type RowBatch,
  type RowOf,
  type Tx,
} from '../../platform/db/index.ts';
import type { Names } from './dav-path.ts';

const lockRow = defineRow('dav_locks', {
  /** `urn:uuid:…` */
  token: 'token',
  /** Relative to the owner's root: `/a/b`, and `/` for the root. */
  path: 'path',
  /** Depth infinity: covers all that is below. */
  isDeep: flag('is_deep'),
  isExclusive: flag('is_exclusive'),
  /** XML that the client sent as its `DAV:owner`; null without one. */
  ownerXml: 'owner_xml',
  /** The granted time, which a refresh without a Timeout grants again. */
  timeoutSeconds: 'timeout_seconds',
  expiresAt: 'expires_at',
});
export type Lock = RowOf<typeof lockRow> & {
  /** The lock is on a folder above the root of the mount, outside the caller's key. */
  readonly isAbove?: true;
};

export const pathOf = (names: Names): string => `/${names.join('/')}`;
export const namesOf = ({ path }: Lock): Names => (path === '/' ? [] : path.slice(1).split('/'));

/** The owner's locks (users.row_id) that have not expired, oldest first. */
export async function listLocks(reader: Reader, ownerId: number, now: number): Promise<Lock[]> {
  const rows = await reader
    .selectFrom('dav_locks')
    .select(lockRow.columns)
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .orderBy('row_id')
    .execute();
  return rows.map(lockRow.from);
}

export async function insertLock(tx: Tx, ownerId: number, lock: Lock): Promise<void> {
  await tx
    .insertInto('dav_locks')
    .values({
      token: lock.token,
      owner_id: ownerId,
      path: lock.path,
      is_deep: lock.isDeep ? 1 : 0,
      is_exclusive: lock.isExclusive ? 1 : 0,
      owner_xml: lock.ownerXml,
      timeout_seconds: lock.timeoutSeconds,
      expires_at: lock.expiresAt,
    })
    .execute();
}

export async function extendLock(
  tx: Tx,
  { token, timeoutSeconds, expiresAt }: Pick<Lock, 'token' | 'timeoutSeconds' | 'expiresAt'>,
): Promise<void> {
  await tx
    .updateTable('dav_locks')
    .set({ timeout_seconds: timeoutSeconds, expires_at: expiresAt })
    .where('token', '=', token)
    .execute();
}

export async function deleteLocks(tx: Tx, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await tx.deleteFrom('dav_locks').where('token', 'in', tokens).execute();
}

export const deleteExpiredLocks = (now: number): RowBatch =>
  deleteRows('dav_locks', 'token', (rows) => rows.where('expires_at', '<=', now));

export const deleteLocksOf = (ownerId: number): RowBatch =>
  deleteRows('dav_locks', 'token', (rows) => rows.where('owner_id', '=', ownerId));
