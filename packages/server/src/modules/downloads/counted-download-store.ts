import { compileOnce, deleteRows, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';

const insertOnce = compileOnce((tx: Tx, { nonce, expiresAt }: { nonce: string; expiresAt: number }) =>
  tx
    .insertInto('counted_downloads')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce'),
);

/** Returns false if the signed URL was counted before. */
export async function insertCounted(tx: Tx, nonce: string, expiresAt: number): Promise<boolean> {
  return (await insertOnce(tx, { nonce, expiresAt })).length > 0;
}

const selectCounted = compileOnce((reader: Reader, { nonce }: { nonce: string }) =>
  reader.selectFrom('counted_downloads').select('nonce').where('nonce', '=', nonce),
);

export async function hasCounted(reader: Reader, nonce: string): Promise<boolean> {
  return (await selectCounted(reader, { nonce })).length > 0;
}

/** Signed URLs that expired at this time or earlier (epoch milliseconds). */
export const deleteCountedBefore = (expiresAt: number): RowBatch =>
  deleteRows('counted_downloads', 'nonce', (rows) => rows.where('expires_at', '<=', expiresAt));
