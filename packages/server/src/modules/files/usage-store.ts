import type { Tx } from '../../platform/db/database.ts';

/** A row of zeros where the owner has none. True where it was added. */
export async function ensureUsage(tx: Tx, ownerId: number): Promise<boolean> {
  const row = await tx
    .insertInto('storage_usage')
    .values({ owner_id: ownerId, stored_bytes: 0, trash_bytes: 0, reserved_bytes: 0 })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .returning('owner_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** One guarded statement, so that no two callers at once can pass the quota together. */
export async function reserveBytes(
  tx: Tx,
  ownerId: number,
  bytes: number,
  quotaBytes: number | null,
): Promise<boolean> {
  const result = await tx
    .updateTable('storage_usage')
    .set((of) => ({ reserved_bytes: of('reserved_bytes', '+', bytes) }))
    .where('owner_id', '=', ownerId)
    .where((of) =>
      of(of('stored_bytes', '+', of.ref('reserved_bytes')), '<=', (quotaBytes ?? Number.MAX_SAFE_INTEGER) - bytes),
    )
    .executeTakeFirst();
  if (result.numUpdatedRows > 0n) return true;
  return (await ensureUsage(tx, ownerId)) && reserveBytes(tx, ownerId, bytes, quotaBytes);
}

export async function releaseBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({ reserved_bytes: of('reserved_bytes', '-', bytes) }))
    .where('owner_id', '=', ownerId)
    .execute();
}

/** The promise is kept: what was reserved is stored now. */
export async function storeReservedBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({
      reserved_bytes: of('reserved_bytes', '-', bytes),
      stored_bytes: of('stored_bytes', '+', bytes),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
}
