import { toNumber, type Reader, type Tx } from '../../platform/db/index.ts';
import { ownerIsEnabled } from './enabled-owner.ts';

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

/** An invitation that can still be used: whoever made it is still there. */
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
    .where(ownerIsEnabled('created_by'))
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

export interface InviteRow {
  readonly id: string;
  readonly email: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly invitedBy: string;
}

const openInvites = (reader: Reader, now: number) =>
  reader
    .selectFrom('invites as i')
    .innerJoin('users as u', 'u.row_id', 'i.created_by')
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('u.disabled_at', 'is', null);

/** Those that can still be used, the newest first. */
export async function listOpenInvites(
  reader: Reader,
  now: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<InviteRow[]> {
  return openInvites(reader, now)
    .select(['i.id', 'i.email', 'i.created_at as createdAt', 'i.expires_at as expiresAt', 'u.email as invitedBy'])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countOpenInvites(reader: Reader, now: number): Promise<number> {
  const { count } = await openInvites(reader, now)
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

/** False where there was none that could still be used. */
export async function deleteOpenInvite(tx: Tx, id: string, now: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('invites')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteInvitesOf(tx: Tx, createdBy: number): Promise<void> {
  await tx.deleteFrom('invites').where('created_by', '=', createdBy).execute();
}

/** At most `limit`; returns how many. */
export async function deleteExpiredInvites(tx: Tx, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('invites')
    .where('id', 'in', (db) => db.selectFrom('invites').select('id').where('expires_at', '<=', now).limit(limit))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
