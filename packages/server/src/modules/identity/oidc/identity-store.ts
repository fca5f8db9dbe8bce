import type { Insertable, Updateable } from 'kysely';
import {
  defineRow,
  deleteRows,
  type Reader,
  type RowBatch,
  type RowOf,
  type Schema,
  type Tx,
} from '../../../platform/db/index.ts';
import type { SealedValues } from '../../../platform/secrets.ts';

const identityRow = defineRow('identities', {
  rowId: 'row_id',
  id: 'id',
  userId: 'user_id',
  issuer: 'issuer',
  subject: 'subject',
  email: 'email',
  /** Encrypted. */
  refreshToken: 'refresh_token',
  checkedAt: 'checked_at',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
});
export type IdentityRow = RowOf<typeof identityRow>;

export interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

export async function findIdentity(reader: Reader, { issuer, subject }: IdentityKey): Promise<IdentityRow | undefined> {
  const row = await reader
    .selectFrom('identities')
    .select(identityRow.columns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && identityRow.from(row);
}

/** Those with a session of the issuer that has this `sid`. */
export async function findIdentityOfSession(
  reader: Reader,
  issuer: string,
  issuerSession: string,
): Promise<IdentityRow | undefined> {
  const row = await reader
    .selectFrom('identities')
    .select(identityRow.columns)
    .where('issuer', '=', issuer)
    .where('row_id', 'in', (db) =>
      db
        .selectFrom('sessions')
        .select('identity_id')
        .where('issuer_session', '=', issuerSession)
        .$castTo<{ identity_id: number }>(),
    )
    .executeTakeFirst();
  return row && identityRow.from(row);
}

/** undefined if another transaction was faster. */
export async function insertIdentity(
  tx: Tx,
  identity: Insertable<Schema['identities']>,
): Promise<IdentityRow | undefined> {
  const row = await tx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning(identityRow.columns)
    .executeTakeFirst();
  return row && identityRow.from(row);
}

export const sealedRefreshTokens: SealedValues = {
  what: 'refresh tokens of single sign-on',
  purpose: 'single-sign-on',
  list: async (reader, after, limit) => {
    const rows = await reader
      .selectFrom('identities')
      .select(['row_id as rowId', 'issuer', 'subject', 'refresh_token as sealed'])
      .where('row_id', '>', after)
      .where('refresh_token', 'is not', null)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    return rows.map(({ rowId, sealed, ...key }) => ({ rowId, owner: sealOwnerOf(key), sealed: sealed ?? '' }));
  },
  replace: (tx, { rowId, sealed }, to) => replaceRefreshToken(tx, { rowId, refreshToken: sealed }, to),
};

/** Does nothing if the identity has another refresh token by now. */
export async function replaceRefreshToken(
  tx: Tx,
  { rowId, refreshToken }: Pick<IdentityRow, 'rowId' | 'refreshToken'>,
  to: string,
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ refresh_token: to })
    .where('row_id', '=', rowId)
    .where('refresh_token', '=', refreshToken)
    .execute();
}

/** Binds an encrypted refresh token to its identity. */
export const sealOwnerOf = ({ issuer, subject }: IdentityKey): string => `refresh ${issuer} ${subject}`;

/** Locks the identity until the commit. False if it is unlinked, or somebody has signed in by it, since it was read. */
export async function lockIdentity(tx: Tx, { rowId, lastUsedAt }: IdentityRow): Promise<boolean> {
  const locked = await tx
    .updateTable('identities')
    .set({ last_used_at: lastUsedAt })
    .where('row_id', '=', rowId)
    .where('last_used_at', '=', lastUsedAt)
    .returning('row_id')
    .executeTakeFirst();
  return locked !== undefined;
}

/** False if the identity was deleted. */
export async function updateIdentity(tx: Tx, rowId: number, patch: Updateable<Schema['identities']>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set(patch)
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Oldest first. */
export async function listIdentities(reader: Reader, userId: number): Promise<IdentityRow[]> {
  const rows = await reader
    .selectFrom('identities')
    .select(identityRow.columns)
    .where('user_id', '=', userId)
    .orderBy('row_id')
    .execute();
  return rows.map(identityRow.from);
}

/** identities.row_id; undefined if the user has no such identity. */
export async function deleteIdentity(tx: Tx, userId: number, id: string): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('row_id')
    .executeTakeFirst();
  return row?.row_id;
}

export async function deleteIdentitiesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute();
}

/** Takes identities about which the issuer has not been asked since `before`; other servers take others. */
export async function takeDueIdentities(
  tx: Tx,
  { issuer, before, now, limit }: { issuer: string; before: number; now: number; limit: number },
): Promise<IdentityRow[]> {
  const rows = await tx
    .updateTable('identities')
    .set({ checked_at: now })
    .where('row_id', 'in', (db) =>
      db
        .selectFrom('identities')
        .select('row_id')
        .where('issuer', '=', issuer)
        .where('refresh_token', 'is not', null)
        .where('checked_at', '<=', before)
        .orderBy('checked_at')
        .limit(limit),
    )
    .where('checked_at', '<=', before)
    .returning(identityRow.columns)
    .execute();
  return rows.map(identityRow.from);
}

export const identitiesOf = (userId: number): RowBatch =>
  deleteRows('identities', 'row_id', (rows) => rows.where('user_id', '=', userId));
