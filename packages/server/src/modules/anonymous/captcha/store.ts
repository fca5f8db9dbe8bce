import type { Tx } from '../../../platform/db/index.ts';

/** False where it was used before. */
export async function useCaptcha(tx: Tx, id: string, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('solved_captchas')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What has run out is refused for that already. */
export async function deleteExpiredCaptchas(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('solved_captchas').where('expires_at', '<=', now).execute();
}
