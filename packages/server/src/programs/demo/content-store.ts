import type { Reader } from '../../platform/db/index.ts';

/** An account with files, folders or pastes, in the trash or not; undefined if no account has any. */
export async function findOwnerOfContent(reader: Reader): Promise<string | undefined> {
  const item = await reader
    .selectFrom('items')
    .leftJoin('users', 'users.row_id', 'items.owner_id')
    // The root folder of each account has no parent.
    .where('items.parent_id', 'is not', null)
    .where('items.state', 'in', ['alive', 'trashed'])
    .where('users.deleted_at', 'is', null)
    .select(['users.email', 'users.is_system'])
    .limit(1)
    .executeTakeFirst();
  const paste = await reader
    .selectFrom('pastes')
    .leftJoin('users', 'users.row_id', 'pastes.owner_id')
    .where('users.deleted_at', 'is', null)
    .select(['users.email', 'users.is_system'])
    .limit(1)
    .executeTakeFirst();
  const found = item ?? paste;
  if (found === undefined) return undefined;
  return found.is_system === 1 || found.email === null ? 'others' : found.email;
}
