import type { Database } from '../../platform/db/database.ts';
import type { Purge } from './purge.ts';
import { findFolder } from './item-store.ts';
import { listInRoot } from './trash-store.ts';

/** Marked in one transaction, so that nobody waits for longer than a few milliseconds. */
const atOnce = 16;

export interface EraseDeps {
  readonly database: Database;
  readonly purge: Purge;
}

/** Marks everything of the owner's to be purged; the jobs of the purge take the bytes away. May be repeated. */
export async function eraseOwner({ database, purge }: EraseDeps, ownerId: number, signal: AbortSignal): Promise<void> {
  // What was trashed by itself in a folder goes before the folder, which then holds only what goes with it.
  await purge.emptyTrash(ownerId);
  const root = await findFolder(database.reader, ownerId, null);
  if (root === undefined) return;
  for (;;) {
    signal.throwIfAborted();
    const rowIds = await listInRoot(database.reader, root.rowId, atOnce);
    if (rowIds.length === 0) return;
    await database.write((tx) => purge.discard(tx, ownerId, rowIds));
  }
}
