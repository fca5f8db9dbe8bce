import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Plan } from './account.ts';

export interface SessionOwner {
  readonly rowId: number;
  readonly id: string;
  readonly userId: number;
  readonly accountId: string;
  readonly isAdmin: boolean;
  readonly plan: Plan;
  readonly lastUsedAt: number;
}

const selectSession = compileOnce((reader: Reader, { tokenHash, now }: { tokenHash: string; now: number }) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.row_id', 'sessions.user_id')
    .select([
      'sessions.row_id',
      'sessions.id',
      'sessions.user_id',
      'sessions.last_used_at',
      'users.id as account_id',
      'users.is_admin',
      'users.plan',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null),
);

export async function findSession(reader: Reader, tokenHash: string, now: number): Promise<SessionOwner | undefined> {
  const [row] = await selectSession(reader, { tokenHash, now });
  return (
    row && {
      rowId: row.row_id,
      id: row.id,
      userId: row.user_id,
      accountId: row.account_id,
      isAdmin: row.is_admin === 1,
      plan: row.plan,
      lastUsedAt: row.last_used_at,
    }
  );
}

export interface SessionToAdd {
  readonly id: string;
  readonly userId: number;
  readonly tokenHash: string;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertSession(tx: Tx, session: SessionToAdd): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export async function touchSessions(
  tx: Tx,
  rowIds: readonly number[],
  usedAt: number,
  expiresAt: number,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: usedAt, expires_at: expiresAt })
    .where('row_id', 'in', rowIds)
    .execute();
}

export interface SessionRow {
  readonly rowId: number;
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly userAgent: string | null;
}

/** Newest first. */
export async function listSessions(reader: Reader, userId: number, now: number): Promise<SessionRow[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select(['row_id', 'id', 'created_at', 'last_used_at', 'expires_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('row_id', 'desc')
    .execute();
  return rows.map((row) => ({
    rowId: row.row_id,
    id: row.id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
  }));
}

/** Its id; undefined where it was gone already. */
export async function deleteSession(tx: Tx, rowId: number): Promise<string | undefined> {
  const row = await tx.deleteFrom('sessions').where('row_id', '=', rowId).returning('id').executeTakeFirst();
  return row?.id;
}

/** False where the user has no such session. */
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

/** At most `limit`; returns how many. */
export async function deleteExpiredSessions(tx: Tx, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('row_id', 'in', (db) =>
      db.selectFrom('sessions').select('row_id').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
