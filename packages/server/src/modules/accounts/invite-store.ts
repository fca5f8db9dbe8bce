import type { Reader, Tx } from '../../platform/db/index.ts';

export interface InviteToAdd {
  readonly id: string;
  readonly tokenHash: string;
  readonly email: string | null;
  readonly createdBy: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertInvite(tx: Tx, invite: InviteToAdd): Promise<void> {
  await tx
    .insertInto('invites')
    .values({
      id: invite.id,
      token_hash: invite.tokenHash,
      email: invite.email,
      created_by: invite.createdBy,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
      used_at: null,
    })
    .execute();
}

/** An invitation that can still be used. */
export async function findOpenInvite(
  reader: Reader,
  tokenHash: string,
  now: number,
): Promise<{ readonly id: string; readonly email: string | null } | undefined> {
  return reader
    .selectFrom('invites')
    .select(['id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** One guarded statement, so that of two who use it at once one gets it. */
export async function useInvite(tx: Tx, id: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable('invites')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** At most `limit`; returns how many. */
export async function deleteExpiredInvites(tx: Tx, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('invites')
    .where('id', 'in', (db) => db.selectFrom('invites').select('id').where('expires_at', '<=', now).limit(limit))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
