import type { Tx } from '../../platform/db/database.ts';

/** False where the address has been counted before. */
export async function insertCounted(tx: Tx, nonce: string, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('counted_downloads')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCountedBefore(tx: Tx, expiresAt: number): Promise<void> {
  await tx.deleteFrom('counted_downloads').where('expires_at', '<=', expiresAt).execute();
}
