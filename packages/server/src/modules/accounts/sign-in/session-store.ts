import type { PageSlice } from '@drive/base';
import { sql, type Insertable } from 'kysely';
import {
  compileOnce,
  countRows,
  defineRow,
  deleteRows,
  isAfter,
  type Reader,
  type RowBatch,
  type RowOf,
  type Schema,
  type Tx,
} from '../../../platform/db/index.ts';
import { isOfOtherSecret, type HashedTexts, type SealedValues } from '../../../platform/secrets.ts';
import { userIsAdmitted } from '../users/enabled-owner-store.ts';
import { hasSecondFactor } from './second-factor-store.ts';

interface SessionLookup {
  readonly tokenHash: string;
  readonly now: number;
}

const sessionOf = (reader: Reader, { tokenHash, now }: SessionLookup) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.row_id', 'sessions.user_id')
    .select([
      'sessions.row_id as rowId',
      'sessions.id',
      'sessions.user_id as userId',
      'sessions.last_used_at as lastUsedAt',
      'users.id as accountId',
      'users.name as accountName',
      'users.is_admin as isAdmin',
      'users.plan',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .where('users.suspended_at', 'is', null);

const selectSession = compileOnce(sessionOf);
/** For a server that requires a second factor, so that the others read no further tables. */
const selectSessionWithFactors = compileOnce((reader: Reader, lookup: SessionLookup) =>
  sessionOf(reader, lookup).select(
    sql<number>`case when sessions.identity_id is not null or ${hasSecondFactor('users.row_id')} then 0 else 1 end`.as(
      'lacksFactor',
    ),
  ),
);

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * The session with its user; undefined if it has expired or the account is disabled or suspended. `lacksFactor`, if it is asked
 * for: the user has no second factor, and no issuer has vouched for the session.
 */
export async function findSession(reader: Reader, lookup: SessionLookup, asksForFactors: boolean) {
  const [row] = asksForFactors
    ? await selectSessionWithFactors(reader, lookup)
    : (await selectSession(reader, lookup)).map((found) => ({ ...found, lacksFactor: 0 }));
  return row && { ...row, isAdmin: row.isAdmin === 1, lacksFactor: row.lacksFactor === 1 };
}

const sessionRow = defineRow('sessions', {
  rowId: 'row_id',
  id: 'id',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
  userAgent: 'user_agent',
});
export type SessionRow = RowOf<typeof sessionRow>;

export async function insertSession(tx: Tx, session: Insertable<Schema['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

/** Does nothing if the session has another hash by now. */
export async function replaceTokenHash(
  tx: Tx,
  rowId: number,
  { from, to, secretId }: { readonly from: string; readonly to: string; readonly secretId: string },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ token_hash: to, secret_id: secretId })
    .where('row_id', '=', rowId)
    .where('token_hash', '=', from)
    .execute();
}

export const hashedSessions: HashedTexts = {
  what: 'sessions',
  countOthers: (reader, secretId, now) =>
    countRows(reader.selectFrom('sessions').where('expires_at', '>', now).where(isOfOtherSecret(secretId))),
};

/** ID tokens of single sign-on. */
export const sealedIdTokens: SealedValues = {
  what: 'ID tokens of sessions',
  purpose: 'single-sign-on',
  list: async (reader, after, limit) => {
    const rows = await reader
      .selectFrom('sessions')
      .select(['row_id as rowId', 'id', 'id_token as sealed'])
      .where('row_id', '>', after)
      .where('id_token', 'is not', null)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    return rows.map(({ rowId, id, sealed }) => ({ rowId, owner: sealOwnerOf(id), sealed: sealed ?? '' }));
  },
  replace: async (tx, { rowId, sealed: from }, to) => {
    await tx
      .updateTable('sessions')
      .set({ id_token: to })
      .where('row_id', '=', rowId)
      .where('id_token', '=', from)
      .execute();
  },
};

/** Binds an encrypted ID token to its session (sessions.id). */
export const sealOwnerOf = (id: string): string => `session ${id}`;

/** Extends the sessions to `expiresAt`, but to no more than `longestMs` after their sign-in. */
export async function touchSessions(
  tx: Tx,
  rowIds: readonly number[],
  { usedAt, expiresAt, longestMs }: { readonly usedAt: number; readonly expiresAt: number; readonly longestMs: number },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((of) => ({
      last_used_at: usedAt,
      expires_at: of
        .case()
        .when('ends_at', 'is not', null)
        .then(sql<number>`ends_at`)
        .when('created_at', '<', expiresAt - longestMs)
        .then(sql<number>`created_at + ${longestMs}`)
        .else(expiresAt)
        .end(),
    }))
    .where('row_id', 'in', rowIds)
    .execute();
}

/** When the user of the session last proved who they are; undefined if it has ended. */
export async function findProof(reader: Reader, rowId: number, now: number): Promise<number | undefined> {
  const row = await reader
    .selectFrom('sessions')
    .select(['created_at', 'proven_at'])
    .where('row_id', '=', rowId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && (row.proven_at ?? row.created_at);
}

/** Whether an API key (api_keys.row_id) is not revoked, and its user neither disabled nor suspended. */
export async function isKeyActive(reader: Reader, rowId: number): Promise<boolean> {
  const keys = reader.selectFrom('api_keys').where('row_id', '=', rowId).where('revoked_at', 'is', null);
  return (await countRows(keys.where(userIsAdmitted('api_keys.user_id')))) > 0;
}

export async function setProven(tx: Tx, rowId: number, at: number): Promise<void> {
  await tx.updateTable('sessions').set({ proven_at: at }).where('row_id', '=', rowId).execute();
}

/** Newest first. */
const activeSessions = (reader: Reader, userId: number, now: number) =>
  reader.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now);

export const countSessions = (reader: Reader, userId: number, now: number): Promise<number> =>
  countRows(activeSessions(reader, userId, now));

export async function listSessions(
  reader: Reader,
  userId: number,
  now: number,
  { after, limit, offset }: PageSlice,
): Promise<SessionRow[]> {
  const rows = await activeSessions(reader, userId, now)
    .select(sessionRow.columns)
    .where(isAfter(after, ['row_id'], 'desc'))
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(sessionRow.from);
}

/** The ID of the deleted session; undefined if there was none. */
export async function deleteSession(tx: Tx, rowId: number): Promise<string | undefined> {
  const row = await tx.deleteFrom('sessions').where('row_id', '=', rowId).returning('id').executeTakeFirst();
  return row?.id;
}

/** False if the user has no such session. */
export async function deleteSessionById(tx: Tx, userId: number, id: string, now: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteSessionsOf(tx: Tx, userId: number, except?: { readonly rowId: number }): Promise<void> {
  let deletion = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== undefined) deletion = deletion.where('row_id', '<>', except.rowId);
  await deletion.execute();
}

/** What a session of single sign-on has of the issuer; undefined for any other session. */
export async function findIssuerSession(reader: Reader, rowId: number) {
  const row = await reader
    .selectFrom('sessions')
    .select(['id', 'identity_id as identityId', 'id_token as idToken'])
    .where('row_id', '=', rowId)
    .executeTakeFirst();
  if (row === undefined || row.identityId === null || row.idToken === null) return undefined;
  return { id: row.id, identityId: row.identityId, idToken: row.idToken };
}

/** Deletes the sessions of an identity: all, those of one session of the issuer, or all except one. */
export async function deleteSessionsOfIdentity(
  tx: Tx,
  identityId: number,
  { issuerSession, except }: { readonly issuerSession?: string | undefined; readonly except?: number | undefined } = {},
): Promise<string[]> {
  let deletion = tx.deleteFrom('sessions').where('identity_id', '=', identityId);
  if (issuerSession !== undefined) deletion = deletion.where('issuer_session', '=', issuerSession);
  if (except !== undefined) deletion = deletion.where('row_id', '<>', except);
  return (await deletion.returning('id').execute()).map(({ id }) => id);
}

/** Makes the sessions of an identity end `mostMs` after their sign-in at the latest. */
export async function limitSessionsOfIdentity(tx: Tx, identityId: number, mostMs: number): Promise<void> {
  const endsAt = sql<number>`created_at + ${mostMs}`;
  await tx
    .updateTable('sessions')
    .set({ ends_at: endsAt, expires_at: endsAt })
    .where('identity_id', '=', identityId)
    .where('ends_at', 'is', null)
    .execute();
}

/** Makes a session one of its user's own: it outlives its identity. */
export async function detachSession(tx: Tx, rowId: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ identity_id: null, issuer_session: null, id_token: null })
    .where('row_id', '=', rowId)
    .execute();
}

export const expiredSessions = (now: number): RowBatch =>
  deleteRows('sessions', 'row_id', (rows) => rows.where('expires_at', '<=', now));
