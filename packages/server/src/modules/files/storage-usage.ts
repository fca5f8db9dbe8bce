import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A row of zeros where the owner has none. */
export async function ensureUsage(tx: Tx, ownerId: number): Promise<void> {
  await tx
    .insertInto('storage_usage')
    .values({ owner_id: ownerId, stored_bytes: 0, trash_bytes: 0, reserved_bytes: 0 })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute();
}

/**
 * Whether so many more bytes pass no quota: the owner's own, as it is at this moment, or else their plan's. To be asked in the
 * statement that adds them.
 */
const hasRoomFor = (bytes: number, planQuotaBytes: number) =>
  sql<boolean>`stored_bytes + reserved_bytes <= coalesce(
    (select quota_bytes from users where users.row_id = storage_usage.owner_id), ${planQuotaBytes}) - ${bytes}`;

const reserveWithin = compileOnce((tx: Tx, values: { ownerId: number; bytes: number; planQuotaBytes: number }) =>
  tx
    .updateTable('storage_usage')
    .set((of) => ({ reserved_bytes: of('reserved_bytes', '+', values.bytes) }))
    .where('owner_id', '=', values.ownerId)
    .where(hasRoomFor(values.bytes, values.planQuotaBytes))
    .returning('owner_id'),
);

/** One guarded statement, so that no two callers at once can pass the quota together. */
export async function reserveBytes(
  tx: Tx,
  ownerId: number,
  bytes: number,
  quotaBytes: number | null,
): Promise<boolean> {
  const planQuotaBytes = quotaBytes ?? Number.MAX_SAFE_INTEGER;
  const rows = await reserveWithin(tx, { ownerId, bytes, planQuotaBytes });
  if (rows.length > 0) return true;
  // Perhaps there was no row to update. Whoever made it meanwhile, it is there now.
  await ensureUsage(tx, ownerId);
  return (await reserveWithin(tx, { ownerId, bytes, planQuotaBytes })).length > 0;
}

export async function releaseBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({ reserved_bytes: of('reserved_bytes', '-', bytes) }))
    .where('owner_id', '=', ownerId)
    .execute();
}

const moveToStored = compileOnce((tx: Tx, { ownerId, bytes }: { ownerId: number; bytes: number }) =>
  tx
    .updateTable('storage_usage')
    .set((of) => ({
      reserved_bytes: of('reserved_bytes', '-', bytes),
      stored_bytes: of('stored_bytes', '+', bytes),
      file_count: of('file_count', '+', 1),
    }))
    .where('owner_id', '=', ownerId),
);

/** The promise is kept: what was reserved is stored now, as one more file. */
export async function storeReservedBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await moveToStored(tx, { ownerId, bytes });
}

/** Stored as before, but in the trash now; with a minus, out of it. */
export async function addTrashBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({ trash_bytes: of('trash_bytes', '+', bytes) }))
    .where('owner_id', '=', ownerId)
    .execute();
}

/** What was in the trash no longer counts: a file, or a folder with the bytes of all that is in it. */
export async function dropTrashed(
  tx: Tx,
  ownerId: number,
  { isFolder, sizeBytes }: { readonly isFolder: boolean; readonly sizeBytes: number },
): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({
      stored_bytes: of('stored_bytes', '-', sizeBytes),
      trash_bytes: of('trash_bytes', '-', sizeBytes),
      file_count: of('file_count', '-', isFolder ? 0 : 1),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Files of a folder that was purged, whose bytes went with the folder's. */
export async function dropFiles(tx: Tx, ownerId: number, count: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({ file_count: of('file_count', '-', count) }))
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Stored at once, without having been reserved. As `reserveBytes` guards it. */
export async function storeBytes(tx: Tx, ownerId: number, bytes: number, quotaBytes: number | null): Promise<boolean> {
  await ensureUsage(tx, ownerId);
  const row = await tx
    .updateTable('storage_usage')
    .set((of) => ({ stored_bytes: of('stored_bytes', '+', bytes) }))
    .where('owner_id', '=', ownerId)
    .where(hasRoomFor(bytes, quotaBytes ?? Number.MAX_SAFE_INTEGER))
    .returning('owner_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was stored is gone. */
export async function dropStoredBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({ stored_bytes: of('stored_bytes', '-', bytes) }))
    .where('owner_id', '=', ownerId)
    .execute();
}
