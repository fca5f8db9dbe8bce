import type { Clock } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteRecipientsOf, listUnrevoked } from './erase-store.ts';
import { revokeShare } from './store.ts';

const atOnce = 32;

/** Revokes every share of a deleted account and forgets who was told of them. May be repeated. */
export async function eraseOwner(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  ownerId: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const rowIds = await listUnrevoked(database.reader, ownerId, atOnce);
    if (rowIds.length === 0) break;
    await database.write(async (tx) => {
      for (const rowId of rowIds) await revokeShare(tx, rowId, clock.now());
    });
  }
  await deleteInBatches(database, signal, (tx, limit) => deleteRecipientsOf(tx, ownerId, limit));
}
