import { deleteRows, type RowBatch, type Tx } from '../../platform/db/index.ts';

/** Returns false if the challenge was used before. */
export async function useCaptcha(tx: Tx, id: string, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('solved_captchas')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Expired challenges need no record: they are refused as expired. */
export const deleteExpiredCaptchas = (now: number): RowBatch =>
  deleteRows('solved_captchas', 'id', (rows) => rows.where('expires_at', '<=', now));
