import type { Tx } from '../../../platform/db/index.ts';

const lockedIn = new WeakMap<Tx, Set<number>>();

/** Thrown in a transaction that is about to change an item whose tree it has not locked. `changeTrees` begins it again. */
export class OtherTree extends Error {
  override readonly name = 'OtherTree';
  readonly ownerId: number;

  constructor(ownerId: number) {
    super('the transaction has not locked the tree of this item');
    this.ownerId = ownerId;
  }
}

/** Remembers that a transaction has the lock of an owner's tree. False if it has it already. */
export function noteTreeLock(tx: Tx, ownerId: number): boolean {
  const locked = lockedIn.get(tx) ?? new Set();
  if (locked.has(ownerId)) return false;
  lockedIn.set(tx, locked.add(ownerId));
  return true;
}

/**
 * Throws `OtherTree` unless the transaction has the lock: the change feed has changes of items in the order of their commits because
 * of it.
 */
export function requireTreeLock(tx: Tx, ownerId: number): void {
  if (lockedIn.get(tx)?.has(ownerId) !== true) throw new OtherTree(ownerId);
}
