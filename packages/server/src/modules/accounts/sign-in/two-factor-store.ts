import { minuteMs } from '@drive/base';
import { sql } from 'kysely';
import { countRows, defineRow, type Reader, type RowOf, type Tx } from '../../../platform/db/index.ts';
import { isOfOtherSecret, type HashedTexts, type SealedValues } from '../../../platform/secrets.ts';

const totpRow = defineRow('totp', {
  /** Encrypted. */
  secret: 'secret',
  /** The last time step whose code was accepted. */
  lastStep: 'last_step',
  createdAt: 'created_at',
  confirmedAt: 'confirmed_at',
});
export type TotpRow = RowOf<typeof totpRow>;

export async function findTotp(reader: Reader, userId: number): Promise<TotpRow | undefined> {
  const row = await reader.selectFrom('totp').select(totpRow.columns).where('user_id', '=', userId).executeTakeFirst();
  return row && totpRow.from(row);
}

/** Replaces an unconfirmed secret; false if there is a confirmed one. */
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

/** False if the secret was confirmed or replaced by a concurrent request. */
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

interface Attempt {
  readonly userId: number;
  readonly now: number;
  /** Beginning of the time in which failures count. */
  readonly from: number;
  readonly limit: number;
}

/**
 * Counts and locks before the code is checked, so that concurrent attempts cannot exceed the limit (then undefined). Failures of a time
 * that has not come, when the clock was ahead, count no more.
 */
export async function takeAttempt(tx: Tx, attempt: Attempt): Promise<TotpRow | undefined> {
  const isOver = sql<boolean>`(failing_since <= ${attempt.from} or failing_since > ${attempt.now + minuteMs})`;
  const row = await tx
    .updateTable('totp')
    .set((of) => ({
      failures: of
        .case()
        .when(isOver)
        .then(1)
        .else(of('failures', '+', 1))
        .end(),
      failing_since: of.case().when(isOver).then(attempt.now).else(of.ref('failing_since')).end(),
    }))
    .where('user_id', '=', attempt.userId)
    .where('confirmed_at', 'is not', null)
    .where((is) => is.or([isOver, is('failures', '<', attempt.limit)]))
    .returning(totpRow.columns)
    .executeTakeFirst();
  return row && totpRow.from(row);
}

export async function getFailingSince(tx: Tx, userId: number): Promise<number> {
  const row = await tx.selectFrom('totp').select('failing_since').where('user_id', '=', userId).executeTakeFirst();
  return row?.failing_since ?? 0;
}

/** Resets the failures after a right code. */
export async function succeed(tx: Tx, userId: number, lastStep: number): Promise<void> {
  await tx
    .updateTable('totp')
    .set({ last_step: lastStep, failures: 0, failing_since: 0 })
    .where('user_id', '=', userId)
    .execute();
}

/** True if there was a confirmed secret. */
export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.deleteFrom('totp').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** Deletes the recovery codes once there is no second factor that they replace. */
export async function deleteUnusedRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('user_id', 'not in', (db) => db.selectFrom('passkeys').select('user_id').where('user_id', '=', userId))
    .where('user_id', 'not in', (db) =>
      db.selectFrom('totp').select('user_id').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
    )
    .execute();
}

export async function putRecoveryCodes(
  tx: Tx,
  userId: number,
  { hashes, secretId }: { readonly hashes: readonly string[]; readonly secretId: string },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id: userId, secret_id: secretId })))
    .execute();
}

/** False if there is no such code or a concurrent request consumed it. */
export async function consumeRecoveryCode(tx: Tx, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', codeHash)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Those that work: rows of an earlier version do not say which secret hashed them. */
export const countRecoveryCodes = (
  reader: Reader,
  userId: number,
  secretIds: readonly (string | undefined)[],
): Promise<number> =>
  countRows(
    reader
      .selectFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where(({ or, eb }) =>
        or([
          eb('secret_id', 'is', null),
          eb(
            'secret_id',
            'in',
            secretIds.filter((id) => id !== undefined),
          ),
        ]),
      ),
  );

export const hashedRecoveryCodes: HashedTexts = {
  what: 'recovery codes',
  countOthers: (reader, secretId) => countRows(reader.selectFrom('recovery_codes').where(isOfOtherSecret(secretId))),
};

export const sealedTotp: SealedValues = {
  what: 'authenticators',
  purpose: 'totp',
  list: async (reader, after, limit) => {
    const rows = await reader
      .selectFrom('totp')
      .select(['user_id as rowId', 'secret as sealed'])
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, owner: sealOwnerOf(row.rowId) }));
  },
  replace: async (tx, { rowId, sealed: from }, to) => {
    await tx.updateTable('totp').set({ secret: to }).where('user_id', '=', rowId).where('secret', '=', from).execute();
  },
};

/** Binds an encrypted secret to its user (users.row_id). */
export const sealOwnerOf = (userId: number): string => `user ${userId}`;
