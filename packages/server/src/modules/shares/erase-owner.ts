import { deleteInBatches, type Reader } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { recipientsOfOwner } from './recipient-store.ts';
import { revokeShareRow } from './share-store.ts';

const SHARES_PER_TRANSACTION = 32;

/** Revokes every share of a deleted account and deletes its recipients. Idempotent. */
export async function eraseOwner(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  ownerId: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const rowIds = await listUnrevoked(database.reader, ownerId);
    if (rowIds.length === 0) break;
    await database.write(async (tx) => {
      for (const rowId of rowIds) await revokeShareRow(tx, rowId, clock.now());
    });
  }
  await deleteInBatches(database, signal, recipientsOfOwner(ownerId));
}

async function listUnrevoked(reader: Reader, ownerId: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('shares')
    .select('row_id')
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .limit(SHARES_PER_TRANSACTION)
    .execute();
  return rows.map((row) => row.row_id);
}
