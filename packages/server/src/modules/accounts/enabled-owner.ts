import { sql, type RawBuilder } from 'kysely';
import { compileOnce, type Reader } from '../../platform/db/index.ts';

/**
 * The one rule for what a disabled account owns: it is there, and nobody reaches it until the account is enabled again. A
 * deleted account is disabled as well. So whatever opens something of somebody's to others asks for it on each request,
 * in one of three ways:
 *
 * - `where(ownerIsEnabled('s.owner_id'))` in a statement that finds it;
 * - `isEnabled(reader, ownerId)` where the row is there already;
 * - `accounts.findUser(reader, ownerId)`, which knows no disabled account, where the owner's name is wanted anyway.
 *
 * What is refused looks as if it did not exist. The owner of what came without an account is always enabled.
 */
export const ownerIsEnabled = (ownerColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from users as its_owner
    where its_owner.row_id = ${sql.ref(ownerColumn)} and its_owner.disabled_at is null)`;

const selectEnabled = compileOnce((reader: Reader, { userId }: { userId: number }) =>
  reader.selectFrom('users').select('row_id').where('row_id', '=', userId).where('disabled_at', 'is', null),
);

/** `userId` is users.row_id. */
export async function isEnabled(reader: Reader, userId: number): Promise<boolean> {
  return (await selectEnabled(reader, { userId })).length > 0;
}
