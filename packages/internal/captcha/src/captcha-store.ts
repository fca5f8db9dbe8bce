import { anyDeleteRows, type DeleteRows, type RowBatch, type Tx } from '@drive/database';

/** Proofs of work that were redeemed; deleted when the challenge has expired. */
export interface SolvedCaptchasTable {
  id: string;
  expires_at: number;
}

/** The part of the program's schema that this package uses; the migrations of the program create the table. */
export interface CaptchaSchema {
  solved_captchas: SolvedCaptchasTable;
}

const deleteRows: DeleteRows<CaptchaSchema> = anyDeleteRows;

/** Returns false if the challenge was used before. */
export async function useCaptcha(tx: Tx<CaptchaSchema>, id: string, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('solved_captchas')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Expired challenges need no record: they are refused as expired. */
export const deleteExpiredCaptchas = (now: number): RowBatch<CaptchaSchema> =>
  deleteRows('solved_captchas', 'id', (rows) => rows.where('expires_at', '<=', now));
