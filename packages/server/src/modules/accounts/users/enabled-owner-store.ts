import { sql, type RawBuilder } from 'kysely';
import { insertOwner } from '../../../platform/access/index.ts';
import { compileOnce, type Reader, type Tx } from '../../../platform/db/index.ts';

/**
 * Condition that the user in `ownerColumn` is enabled. What a disabled account owns stays stored, but must look to others
 * as if it did not exist. Deleted accounts are disabled, too; the anonymous owner is always enabled. Everything that
 * opens an owner's data to others checks this on each request, in one of three ways:
 *
 * - `where(ownerIsEnabled('s.owner_id'))` in the statement that finds it;
 * - `isEnabled(reader, ownerId)` if the row is already loaded;
 * - `accounts.findUser(reader, ownerId)`, which finds no disabled account, if the owner's name is needed anyway.
 *
 * What serves a user alone, without a credential of theirs, asks `userIsAdmitted` or `isAdmitted` instead.
 */
export const ownerIsEnabled = (ownerColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from users as its_owner
    where its_owner.row_id = ${sql.ref(ownerColumn)} and its_owner.disabled_at is null)`;

/** Condition that the user in `userColumn` is neither disabled nor suspended, so that its credentials are valid. */
export const userIsAdmitted = (userColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from users as their_user
    where their_user.row_id = ${sql.ref(userColumn)} and their_user.disabled_at is null and their_user.suspended_at is null)`;

const selectEnabled = compileOnce((reader: Reader, { userId }: { userId: number }) =>
  reader.selectFrom('users').select('row_id').where('row_id', '=', userId).where('disabled_at', 'is', null),
);

export async function isEnabled(reader: Reader, userId: number): Promise<boolean> {
  return (await selectEnabled(reader, { userId })).length > 0;
}

const selectAdmitted = compileOnce((reader: Reader, { userId }: { userId: number }) =>
  reader.selectFrom('users').select('row_id').where('row_id', '=', userId).where(userIsAdmitted('users.row_id')),
);

/** `userIsAdmitted` of a row that is loaded. */
export async function isAdmitted(reader: Reader, userId: number): Promise<boolean> {
  return (await selectAdmitted(reader, { userId })).length > 0;
}

/** Inserts the hidden user and its owner if they are missing. */
export async function insertSystemUser(
  tx: Tx,
  user: { readonly id: string; readonly createdAt: number },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      // Invalid as an email address and as a hash, so that nobody can sign in.
      email: 'nobody',
      email_key: 'nobody',
      name: null,
      password_hash: '!',
      plan: 'free',
      is_admin: 0,
      is_system: 1,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another transaction may have inserted it.
  const { row_id: rowId, id } = await tx
    .selectFrom('users')
    .select(['row_id', 'id'])
    .where('is_system', '=', isSystem)
    .executeTakeFirstOrThrow();
  await insertOwner(tx, { rowId, id, kind: 'anonymous', quotaBytes: null });
}

// A literal instead of a parameter: SQLite uses a partial index only if the statement contains its condition.
const isSystem = sql.lit<1>(1);

/** Inserts the hidden user of a team drive, and its owner. Returns owners.row_id. */
export async function insertDriveOwner(
  tx: Tx,
  {
    id,
    createdAt,
    quotaBytes,
  }: { readonly id: string; readonly createdAt: number; readonly quotaBytes: number | null },
): Promise<number> {
  const { row_id: rowId } = await tx
    .insertInto('users')
    .values({
      id,
      // Invalid as an email address and as a hash, so that nobody can sign in.
      email: `drive ${id}`,
      email_key: `drive ${id}`,
      name: null,
      password_hash: '!',
      plan: 'free',
      is_admin: 0,
      is_system: 2,
      created_at: createdAt,
    })
    .returning('row_id')
    .executeTakeFirstOrThrow();
  await insertOwner(tx, { rowId, id, kind: 'drive', quotaBytes });
  return rowId;
}

/** Closes the tree of a team drive to everybody; null opens it again. `isFinal`: it is deleted permanently. */
export async function setDriveOwnerDisabled(
  tx: Tx,
  ownerId: number,
  at: number | null,
  { isFinal = false }: { readonly isFinal?: boolean } = {},
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_at: at, ...(isFinal ? { deleted_at: at } : {}) })
    .where('row_id', '=', ownerId)
    .execute();
}
