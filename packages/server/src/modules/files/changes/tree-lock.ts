import type { Tx } from '../../../platform/db/index.ts';

const lockedIn = new WeakMap<Tx, Set<number>>();

/** Remembers that a transaction has the lock of an owner's tree. */
export function noteTreeLock(tx: Tx, ownerId: number): void {
  lockedIn.set(tx, (lockedIn.get(tx) ?? new Set()).add(ownerId));
}

/** Throws unless the transaction has the lock: the change feed has changes of items in the order of their commits because of it. */
export function requireTreeLock(tx: Tx, ownerId: number): void {
  if (lockedIn.get(tx)?.has(ownerId) !== true) throw new Error('an item is changed without the lock of its tree');
}
