import type { Names } from '@drive/webdav-protocol';
import { sql } from 'kysely';
import {
  defineRow,
  deleteRows,
  flag,
  type Reader,
  type RowBatch,
  type RowOf,
  type Tx,
} from '../../platform/db/index.ts';

const lockRow = defineRow('dav_locks', {
  /** `urn:uuid:…` */
  token: 'token',
  /** Depth infinity: covers all that is below. */
  isDeep: flag('is_deep'),
  isExclusive: flag('is_exclusive'),
  /** The granted time, which a refresh without a Timeout grants again. */
  timeoutSeconds: 'timeout_seconds',
  expiresAt: 'expires_at',
  /** users.row_id of the member who made it; null: the owner of the tree. */
  createdBy: 'created_by',
  /** items.row_id of what a member locked, or of the folder of a file that the lock created. */
  itemRowId: 'item_id',
});

/** Without the XML that the client sent as its `DAV:owner`, which `findLockOwner` reads. */
export type Lock = RowOf<typeof lockRow> & {
  /** The root of the lock, relative to the root of the mount. */
  readonly names: Names;
  /** Somebody else made it: its token and `DAV:owner` are not shown. */
  readonly isForeign: boolean;
  /** The lock is on a folder above the root of the mount, outside the caller's key. */
  readonly isAbove?: true;
};

/** Relative to the owner's root: `/a/b`, and `/` for the root. */
export const pathOf = (names: Names): string => `/${names.join('/')}`;
const namesOf = (path: string): Names => (path === '/' ? [] : path.slice(1).split('/'));

/**
 * The locks of a tree (owners.row_id) that have not expired, oldest first, with names from the owner's root, as a user (users.row_id)
 * sees them.
 */
export async function listLocks(
  reader: Reader,
  { ownerId, userId }: { readonly ownerId: number; readonly userId: number },
  now: number,
): Promise<Lock[]> {
  const rows = await reader
    .selectFrom('dav_locks')
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .select([...lockRow.columns, 'path'])
    .orderBy('row_id')
    .execute();
  return rows.map((row) => ({
    ...lockRow.from(row),
    names: namesOf(row.path),
    isForeign: (row.created_by ?? ownerId) !== userId,
  }));
}

/** Locks of a user (users.row_id) that have not expired, in all trees. */
export async function countLocks(reader: Reader, userId: number, now: number): Promise<number> {
  const { count } = await reader
    .selectFrom('dav_locks')
    .where(isOf(userId))
    .where('expires_at', '>', now)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of earlier versions, and in the maker's own tree, have no maker. */
const isOf = (makerId: number) =>
  sql<boolean>`(created_by = ${makerId} or (owner_id = ${makerId} and created_by is null))`;

/** The XML in the `DAV:owner` of a lock; null without one. */
export async function findLockOwner(reader: Reader, token: string): Promise<string | null> {
  const row = await reader.selectFrom('dav_locks').select('owner_xml').where('token', '=', token).executeTakeFirst();
  return row?.owner_xml ?? null;
}

/** `path` is from the root of the owner of the tree (owners.row_id). */
export async function insertLock(
  tx: Tx,
  ownerId: number,
  { lock, path, ownerXml }: { readonly lock: Lock; readonly path: string; readonly ownerXml: string | null },
): Promise<void> {
  await tx
    .insertInto('dav_locks')
    .values({
      token: lock.token,
      owner_id: ownerId,
      path,
      is_deep: lock.isDeep ? 1 : 0,
      is_exclusive: lock.isExclusive ? 1 : 0,
      owner_xml: ownerXml,
      timeout_seconds: lock.timeoutSeconds,
      expires_at: lock.expiresAt,
      created_by: lock.createdBy,
      item_id: lock.itemRowId,
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

/** Of a tree, and of the user whose tree it is. */
export const deleteLocksOf = (ownerId: number): RowBatch =>
  deleteRows('dav_locks', 'token', (rows) =>
    rows.where(({ or, eb }) => or([eb('owner_id', '=', ownerId), eb('created_by', '=', ownerId)])),
  );
