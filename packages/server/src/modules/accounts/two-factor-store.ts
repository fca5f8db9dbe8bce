import { toNumber, type Reader, type Tx } from '../../platform/db/index.ts';

export interface Enrolled {
  /** Encrypted. */
  readonly secret: string;
  readonly lastStep: number;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
}

export async function findTotp(reader: Reader, userId: number): Promise<Enrolled | undefined> {
  const row = await reader
    .selectFrom('totp')
    .select(['secret', 'last_step', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    row && { secret: row.secret, lastStep: row.last_step, createdAt: row.created_at, confirmedAt: row.confirmed_at }
  );
}

/** In place of one that was not confirmed; false where one was. */
export async function putUnconfirmed(
  tx: Tx,
  totp: { readonly userId: number; readonly secret: string; readonly createdAt: number },
): Promise<boolean> {
  const fresh = { secret: totp.secret, last_step: 0, failures: 0, failing_since: 0, created_at: totp.createdAt };
  const row = await tx
    .insertInto('totp')
    .values({ user_id: totp.userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('totp.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where another was quicker, or it is another secret by now. */
export async function confirm(
  tx: Tx,
  totp: { readonly userId: number; readonly secret: string; readonly lastStep: number; readonly confirmedAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ confirmed_at: totp.confirmedAt, last_step: totp.lastStep })
    .where('user_id', '=', totp.userId)
    .where('secret', '=', totp.secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Counts a failure before it is known to be one, so that no number of attempts at once gets past the limit; the row is
 * this transaction's from here on. undefined where there have been `limit` since `from`.
 */
export async function takeAttempt(
  tx: Tx,
  attempt: { readonly userId: number; readonly now: number; readonly from: number; readonly limit: number },
): Promise<{ readonly secret: string; readonly lastStep: number } | undefined> {
  const row = await tx
    .updateTable('totp')
    .set((of) => ({
      failures: of
        .case()
        .when('failing_since', '<=', attempt.from)
        .then(1)
        .else(of('failures', '+', 1))
        .end(),
      failing_since: of
        .case()
        .when('failing_since', '<=', attempt.from)
        .then(attempt.now)
        .else(of.ref('failing_since'))
        .end(),
    }))
    .where('user_id', '=', attempt.userId)
    .where('confirmed_at', 'is not', null)
    .where((is) => is.or([is('failing_since', '<=', attempt.from), is('failures', '<', attempt.limit)]))
    .returning(['secret', 'last_step'])
    .executeTakeFirst();
  return row && { secret: row.secret, lastStep: row.last_step };
}

export async function getFailingSince(tx: Tx, userId: number): Promise<number> {
  const row = await tx.selectFrom('totp').select('failing_since').where('user_id', '=', userId).executeTakeFirst();
  return row?.failing_since ?? 0;
}

/** After an attempt that was none in vain. */
export async function succeed(tx: Tx, userId: number, lastStep: number): Promise<void> {
  await tx
    .updateTable('totp')
    .set({ last_step: lastStep, failures: 0, failing_since: 0 })
    .where('user_id', '=', userId)
    .execute();
}

/** Whether there was a confirmed one. */
export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  // First the row that an attempt holds first, too.
  const row = await tx.deleteFrom('totp').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return row !== undefined && row.confirmed_at !== null;
}

/** In place of all there were. */
export async function putRecoveryCodes(tx: Tx, userId: number, codeHashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ code_hash, user_id: userId })))
    .execute();
}

/** False where there is no such code, or another was quicker. */
export async function takeRecoveryCode(tx: Tx, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', codeHash)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(reader: Reader, userId: number): Promise<number> {
  const { left } = await reader
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return toNumber(left);
}
