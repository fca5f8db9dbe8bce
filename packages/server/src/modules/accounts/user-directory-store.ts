import { foldName } from '@drive/contract';
import { sql } from 'kysely';
import { toNumber, type Reader, type Tx } from '../../platform/db/index.ts';
import { emailKey, type Account, type Plan } from './account.ts';

/** An account as administrators see it. */
export interface UserDetails extends Account {
  readonly usedBytes: number;
  readonly trashBytes: number;
  readonly lastSignInAt: number | null;
  /** The last use of a session or a key that is still there. */
  readonly lastActiveAt: number | null;
}

export interface UserFilter {
  /** What the address or the name contains. */
  readonly q?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** Neither the system's own owner nor what is left of a deleted account is a person. */
const users = (reader: Reader, { q, disabled }: UserFilter = {}) => {
  let found = reader.selectFrom('users as u').where(sql<boolean>`u.is_system = 0 and u.deleted_at is null`);
  if (disabled !== undefined) found = found.where('u.disabled_at', disabled ? 'is not' : 'is', null);
  if (q !== undefined)
    found = found.where(
      sql<boolean>`(u.email_key like ${containing(emailKey(q))} escape '!' or u.name_key like ${containing(foldName(q.trim()))} escape '!')`,
    );
  return found;
};

const containing = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;

const selectPeople = (reader: Reader, filter?: UserFilter) =>
  users(reader, filter)
    .leftJoin('storage_usage as usage', 'usage.owner_id', 'u.row_id')
    .select((of) => [
      'u.row_id',
      'u.id',
      'u.email',
      'u.name',
      'u.plan',
      'u.is_admin',
      'u.quota_bytes',
      'u.disabled_at',
      'u.signed_in_at',
      'u.created_at',
      'usage.stored_bytes',
      'usage.reserved_bytes',
      'usage.trash_bytes',
      of
        .selectFrom('sessions')
        .select((session) => session.fn.max('last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'u.row_id')
        .as('session_used_at'),
      of
        .selectFrom('api_keys')
        .select((key) => key.fn.max('last_used_at').as('at'))
        .whereRef('api_keys.user_id', '=', 'u.row_id')
        .as('key_used_at'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number];

const toPerson = (row: Row): UserDetails => ({
  userId: row.row_id,
  id: row.id,
  email: row.email,
  name: row.name,
  plan: row.plan,
  isAdmin: row.is_admin === 1,
  quotaBytes: row.quota_bytes,
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
  usedBytes: (row.stored_bytes ?? 0) + (row.reserved_bytes ?? 0),
  trashBytes: row.trash_bytes ?? 0,
  lastSignInAt: row.signed_in_at,
  lastActiveAt: Math.max(row.session_used_at ?? 0, row.key_used_at ?? 0) || null,
});

/** The newest first. */
export async function listUserDetails(
  reader: Reader,
  filter: UserFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<UserDetails[]> {
  const rows = await selectPeople(reader, filter).orderBy('u.row_id', 'desc').offset(offset).limit(limit).execute();
  return rows.map(toPerson);
}

export async function countUsers(reader: Reader, filter: UserFilter): Promise<number> {
  const { count } = await users(reader, filter)
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

export async function findUserDetails(
  reader: Reader,
  by: { readonly id: string } | { readonly email: string },
): Promise<UserDetails | undefined> {
  const row = await (
    'id' in by
      ? selectPeople(reader).where('u.id', '=', by.id)
      : selectPeople(reader).where('u.email_key', '=', emailKey(by.email))
  ).executeTakeFirst();
  return row && toPerson(row);
}

/** Administrators who can sign in, without this one. Only under the lock that every loss of an administrator takes. */
export async function countOtherAdmins(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((of) => of.fn.countAll().as('count'))
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('row_id', '<>', userId)
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

/** The oldest administrator who can sign in. */
export async function findFirstAdmin(reader: Reader): Promise<number | undefined> {
  const row = await reader
    .selectFrom('users')
    .select('row_id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .orderBy('row_id')
    .limit(1)
    .executeTakeFirst();
  return row?.row_id;
}

/** What is undefined stays as it is. */
export interface UserPatch {
  readonly name?: string | null | undefined;
  readonly plan?: Plan | undefined;
  readonly quotaBytes?: number | null | undefined;
  readonly isAdmin?: boolean | undefined;
  /** null enables it. */
  readonly disabledAt?: number | null | undefined;
}

/** False where the account was deleted meanwhile. */
export async function updateUser(tx: Tx, userId: number, change: UserPatch): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set((of) => ({
      // Something is always set, or there would be no statement.
      id: of.ref('id'),
      name: change.name,
      name_key: change.name === undefined ? undefined : foldName(change.name ?? ''),
      plan: change.plan,
      quota_bytes: change.quotaBytes,
      is_admin: change.isAdmin === undefined ? undefined : change.isAdmin ? 1 : 0,
      disabled_at: change.disabledAt,
    }))
    .where('row_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What is left is a row that other rows point to: nobody's address, name or password. False where it was deleted already.
 */
export async function markUserDeleted(tx: Tx, { userId, id }: Account, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set((of) => ({
      email: `deleted ${id}`,
      email_key: `deleted ${id}`,
      name: null,
      name_key: '',
      password_hash: '!',
      is_admin: 0,
      quota_bytes: null,
      signed_in_at: null,
      disabled_at: of.fn.coalesce('disabled_at', of.val(now)),
      deleted_at: now,
    }))
    .where('row_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setSignedIn(tx: Tx, userId: number, now: number): Promise<void> {
  await tx.updateTable('users').set({ signed_in_at: now }).where('row_id', '=', userId).execute();
}
