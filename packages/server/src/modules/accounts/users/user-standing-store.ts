import type { Tx } from '../../../platform/db/index.ts';

/** False if the account is disabled or suspended. Waits for a concurrent change of the account. */
export async function setSignedIn(tx: Tx, userId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ signed_in_at: now })
    .where('row_id', '=', userId)
    .where('disabled_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Suspends the account (a time) or admits it again (null). False if that was so before. */
export async function setSuspended(tx: Tx, userId: number, at: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ suspended_at: at })
    .where('row_id', '=', userId)
    .where('suspended_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** False if somebody has vouched for the account before. Waits for a concurrent change of the account. */
export async function setVouched(tx: Tx, userId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ vouched_at: now })
    .where('row_id', '=', userId)
    .where('vouched_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
