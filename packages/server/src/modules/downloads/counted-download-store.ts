import { sql } from 'kysely';
import { compileOnce, deleteRows, type Dialect, jsonRows, type RowBatch, type Tx } from '../../platform/db/index.ts';

const insertOn = (dialect: Dialect) =>
  compileOnce((tx: Tx, { urls }: { urls: string }) => {
    const insert = sql<{ nonce: string }>`
      insert into counted_downloads (nonce, expires_at)
      select nonce, "expiresAt" from ${jsonRows(dialect, urls, 'r', { nonce: 'text', expiresAt: 'bigint' })}
      where true on conflict do nothing returning nonce`;
    return { compile: () => insert.compile(tx) };
  });
const insertOnce = { sqlite: insertOn('sqlite'), postgres: insertOn('postgres') };

/** Returns the nonces of the signed URLs that were not counted before. */
export async function insertCounted(
  tx: Tx,
  dialect: Dialect,
  urls: readonly { readonly nonce: string; readonly expiresAt: number }[],
): Promise<Set<string>> {
  // In one order, so that two transactions with the same URLs do not wait for each other.
  const rows = urls
    .map(({ nonce, expiresAt }) => ({ nonce, expiresAt }))
    .toSorted((a, b) => (a.nonce < b.nonce ? -1 : 1));
  return new Set((await insertOnce[dialect](tx, { urls: JSON.stringify(rows) })).map(({ nonce }) => nonce));
}

/** Signed URLs that expired at this time or earlier (epoch milliseconds). */
export const deleteCountedBefore = (expiresAt: number): RowBatch =>
  deleteRows('counted_downloads', 'nonce', (rows) => rows.where('expires_at', '<=', expiresAt));
