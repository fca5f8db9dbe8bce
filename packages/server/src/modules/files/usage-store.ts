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

const reserveWithin = compileOnce((tx: Tx, values: { ownerId: number; bytes: number; mostBefore: number }) =>
  tx
    .updateTable('storage_usage')
    .set((of) => ({ reserved_bytes: of('reserved_bytes', '+', values.bytes) }))
    .where('owner_id', '=', values.ownerId)
    .where((of) => of(of('stored_bytes', '+', of.ref('reserved_bytes')), '<=', values.mostBefore))
    .returning('owner_id'),
);

/** One guarded statement, so that no two callers at once can pass the quota together. */
export async function reserveBytes(
  tx: Tx,
  ownerId: number,
  bytes: number,
  quotaBytes: number | null,
): Promise<boolean> {
  const mostBefore = (quotaBytes ?? Number.MAX_SAFE_INTEGER) - bytes;
  const rows = await reserveWithin(tx, { ownerId, bytes, mostBefore });
  if (rows.length > 0) return true;
  // Perhaps there was no row to update. Whoever made it meanwhile, it is there now.
  await ensureUsage(tx, ownerId);
  return (await reserveWithin(tx, { ownerId, bytes, mostBefore })).length > 0;
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
    }))
    .where('owner_id', '=', ownerId),
);

/** The promise is kept: what was reserved is stored now. */
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

/** What was in the trash no longer counts. */
export async function dropTrashBytes(tx: Tx, ownerId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_usage')
    .set((of) => ({ stored_bytes: of('stored_bytes', '-', bytes), trash_bytes: of('trash_bytes', '-', bytes) }))
    .where('owner_id', '=', ownerId)
    .execute();
}
