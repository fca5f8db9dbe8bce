import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Random } from '../../platform/random.ts';
import { ensureUsage } from './storage-usage.ts';
import { findFolder, insertRoot } from './item-store.ts';

/** items.row_id of the owner's root folder, made where it is missing. Two at once make one. */
export async function ensureRoot(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  tx: Tx,
  ownerId: number,
): Promise<number> {
  const found = await findFolder(tx, ownerId, null);
  if (found !== undefined) return found.rowId;
  const added = await insertRoot(tx, { id: random.uuid(), ownerId, createdAt: clock.now() });
  if (added === undefined) return getRoot(tx, ownerId);
  await ensureUsage(tx, ownerId);
  return added;
}

export async function getRoot(tx: Tx, ownerId: number): Promise<number> {
  const root = await findFolder(tx, ownerId, null);
  if (root === undefined) throw new Error('a root folder that stood in the way of another is gone');
  return root.rowId;
}

/** What everybody who changes the owner's tree holds first: they take turns, so that none waits for another in a ring. */
export const lockTree = (tx: Tx, ownerId: number): Promise<void> => tx.lock(`tree:${ownerId}`);
