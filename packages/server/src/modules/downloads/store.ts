import type { Reader, Tx } from '../../platform/db/database.ts';

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

export async function hasCounted(reader: Reader, nonce: string): Promise<boolean> {
  const row = await reader
    .selectFrom('counted_downloads')
    .select('nonce')
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return row !== undefined;
}

/** At most `limit`; returns how many. */
export async function deleteCountedBefore(tx: Tx, expiresAt: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('counted_downloads')
    .where('nonce', 'in', (db) =>
      db.selectFrom('counted_downloads').select('nonce').where('expires_at', '<=', expiresAt).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
