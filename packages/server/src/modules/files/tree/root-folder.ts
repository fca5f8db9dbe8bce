import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { noteTreeLock } from '../changes/tree-lock.ts';
import { findFolder } from './folder-store.ts';
import { insertRoot } from './item-store.ts';
import { ensureUsage } from './storage-usage-store.ts';

export async function ensureRoot(
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
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
  if (root === undefined) throw new Error('the root folder of an owner who has items is missing');
  return root.rowId;
}

/** Taken before any change of the owner's tree, so that transactions wait for each other here and never deadlock on rows. */
export async function lockTree(tx: Tx, ownerId: number): Promise<void> {
  if (!noteTreeLock(tx, ownerId)) return;
  await tx.lock(`tree:${ownerId}`);
}
