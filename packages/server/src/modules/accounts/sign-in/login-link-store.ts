import type { Insertable } from 'kysely';
import { deleteRows, type Reader, type RowBatch, type Schema, type Tx } from '../../../platform/db/index.ts';

export async function insertLoginLink(tx: Tx, link: Insertable<Schema['login_links']>): Promise<void> {
  await tx.insertInto('login_links').values(link).execute();
}

/** users.row_id; undefined if the link was used, has expired, or its user is no administrator any more. */
export async function findLoginLink(reader: Reader, tokenHash: string, now: number): Promise<number | undefined> {
  const row = await reader
    .selectFrom('login_links')
    .innerJoin('users', 'users.row_id', 'login_links.user_id')
    .select('login_links.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('users.is_admin', '=', 1)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Like `findLoginLink`; the link works for this caller only. */
export async function consumeLoginLink(tx: Tx, tokenHash: string, now: number): Promise<number | undefined> {
  const userId = await findLoginLink(tx, tokenHash, now);
  if (userId === undefined) return undefined;
  const { numDeletedRows } = await tx
    .deleteFrom('login_links')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n ? userId : undefined;
}

export async function deleteLoginLinksOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('login_links').where('user_id', '=', userId).execute();
}

export const expiredLoginLinks = (now: number): RowBatch =>
  deleteRows('login_links', 'token_hash', (rows) => rows.where('expires_at', '<=', now));
