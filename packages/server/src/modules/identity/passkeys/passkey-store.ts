import type { Insertable } from 'kysely';
import {
  converted,
  countRows,
  defineRow,
  deleteRows,
  type Reader,
  type RowBatch,
  type RowOf,
  type Schema,
  type Tx,
} from '../../../platform/db/index.ts';

const passkeyRow = defineRow('passkeys', {
  rowId: 'row_id',
  id: 'id',
  userId: 'user_id',
  credentialId: 'credential_id',
  publicKey: 'public_key',
  counter: 'counter',
  transports: converted('transports', (text: string): readonly string[] =>
    text.split(' ').filter((each) => each !== ''),
  ),
  name: 'name',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
});
export type PasskeyRow = RowOf<typeof passkeyRow>;

/** Oldest first. */
export async function listPasskeys(reader: Reader, userId: number): Promise<PasskeyRow[]> {
  const rows = await reader
    .selectFrom('passkeys')
    .select(passkeyRow.columns)
    .where('user_id', '=', userId)
    .orderBy('row_id')
    .execute();
  return rows.map(passkeyRow.from);
}

export const countPasskeys = (reader: Reader, userId: number): Promise<number> =>
  countRows(reader.selectFrom('passkeys').where('user_id', '=', userId));

export async function findPasskey(reader: Reader, credentialId: string): Promise<PasskeyRow | undefined> {
  const row = await reader
    .selectFrom('passkeys')
    .select(passkeyRow.columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && passkeyRow.from(row);
}

/** undefined if the credential belongs to a passkey already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<Schema['passkeys']>): Promise<PasskeyRow | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(passkeyRow.columns)
    .executeTakeFirst();
  return row && passkeyRow.from(row);
}

/** False if the passkey was removed, or another signature was used since `before`. */
export async function recordUse(
  tx: Tx,
  passkey: { readonly rowId: number; readonly before: number; readonly now: number; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: passkey.now, last_used_at: passkey.at })
    .where('row_id', '=', passkey.rowId)
    .where('counter', '=', passkey.before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** undefined if the user has no such passkey. */
export async function renamePasskey(tx: Tx, userId: number, id: string, name: string): Promise<PasskeyRow | undefined> {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(passkeyRow.columns)
    .executeTakeFirst();
  return row && passkeyRow.from(row);
}

export async function deletePasskey(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** With the challenges that wait for new ones. */
export async function deletePasskeysOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
}

export async function insertChallenge(tx: Tx, challenge: Insertable<Schema['passkey_challenges']>): Promise<void> {
  await tx.insertInto('passkey_challenges').values(challenge).execute();
}

/** False if the challenge is unknown, was answered, has expired, or was made for somebody else. */
export async function takeChallenge(
  tx: Tx,
  challenge: { readonly hash: string; readonly userId: number | null; readonly now: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge.hash)
    .where('user_id', challenge.userId === null ? 'is' : '=', challenge.userId)
    .where('expires_at', '>', challenge.now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export const expiredChallenges = (now: number): RowBatch =>
  deleteRows('passkey_challenges', 'challenge_hash', (rows) => rows.where('expires_at', '<=', now));

export const passkeysOf = (userId: number): RowBatch =>
  deleteRows('passkeys', 'row_id', (rows) => rows.where('user_id', '=', userId));
