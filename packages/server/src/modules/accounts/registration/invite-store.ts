import type { PageSlice } from '@drive/base';
import type { Insertable } from 'kysely';
import {
  countRows,
  deleteRows,
  isAfter,
  type Reader,
  type RowBatch,
  type Schema,
  type Tx,
} from '../../../platform/db/index.ts';
import { isOfOtherSecret, type HashedTexts } from '../../../platform/secrets.ts';
import { ownerIsEnabled } from '../users/enabled-owner-store.ts';

/** An invitation that was not used and has not expired. */
export interface OpenInvite {
  readonly id: string;
  readonly email: string | null;
}

export async function insertInvite(tx: Tx, invite: Insertable<Schema['invites']>): Promise<void> {
  await tx.insertInto('invites').values(invite).execute();
}

const openInvites = (reader: Reader, now: number) =>
  reader
    .selectFrom('invites')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(ownerIsEnabled('created_by'));

export function findOpenInvite(reader: Reader, tokenHash: string, now: number): Promise<OpenInvite | undefined> {
  return openInvites(reader, now).select(['id', 'email']).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** False if the invitation was used already. One guarded statement: of concurrent calls one succeeds. */
export async function useInvite(tx: Tx, id: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable('invites')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Newest first. `invitedBy` is an email address. */
export async function listOpenInvites(
  reader: Reader,
  now: number,
  { offset, limit, after }: PageSlice,
): Promise<(OpenInvite & { readonly createdAt: number; readonly expiresAt: number; readonly invitedBy: string })[]> {
  return openInvites(reader, now)
    .innerJoin('users', 'users.row_id', 'invites.created_by')
    .select([
      'invites.id',
      'invites.email',
      'invites.created_at as createdAt',
      'invites.expires_at as expiresAt',
      'users.email as invitedBy',
    ])
    .where(isAfter(after, ['invites.created_at', 'invites.id'], 'desc'))
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export const countOpenInvites = (reader: Reader, now: number): Promise<number> => countRows(openInvites(reader, now));

export const hashedInvites: HashedTexts = {
  what: 'invitations',
  countOthers: (reader, secretId, now) => countRows(openInvites(reader, now).where(isOfOtherSecret(secretId))),
};

/** False if the invitation was used or has expired. */
export async function deleteOpenInvite(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invites')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteInvites(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('invites').where('id', 'in', ids).execute();
}

export async function deleteInvitesOf(tx: Tx, createdBy: number): Promise<void> {
  await tx.deleteFrom('invites').where('created_by', '=', createdBy).execute();
}

export const expiredInvites = (now: number): RowBatch =>
  deleteRows('invites', 'id', (rows) => rows.where('expires_at', '<=', now));
