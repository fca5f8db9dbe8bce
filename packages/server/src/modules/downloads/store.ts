import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';

const insertOnce = compileOnce((tx: Tx, { nonce, expiresAt }: { nonce: string; expiresAt: number }) =>
  tx
    .insertInto('counted_downloads')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce'),
);

/** False where the address has been counted before. */
export async function insertCounted(tx: Tx, nonce: string, expiresAt: number): Promise<boolean> {
  return (await insertOnce(tx, { nonce, expiresAt })).length > 0;
}

const selectCounted = compileOnce((reader: Reader, { nonce }: { nonce: string }) =>
  reader.selectFrom('counted_downloads').select('nonce').where('nonce', '=', nonce),
);

export async function hasCounted(reader: Reader, nonce: string): Promise<boolean> {
  return (await selectCounted(reader, { nonce })).length > 0;
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
