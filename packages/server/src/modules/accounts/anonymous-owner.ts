import type { Reader } from '../../platform/db/index.ts';

/**
 * users.id of the one account that nobody has: what was uploaded without an account is kept under it. It is made with the
 * first such upload, can't sign in, and is in no list.
 */
export const anonymousOwnerId = '00000000-0000-0000-0000-000000000000';

export async function isAnonymous(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('row_id')
    .where('row_id', '=', userId)
    .where('id', '=', anonymousOwnerId)
    .executeTakeFirst();
  return row !== undefined;
}
