import { foldName } from '@drive/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Account, Plan } from './account.ts';

const columns = [
  'row_id',
  'id',
  'email',
  'name',
  'plan',
  'is_admin',
  'quota_bytes',
  'disabled_at',
  'created_at',
] as const;

interface UserRow {
  readonly row_id: number;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly is_admin: 0 | 1;
  readonly quota_bytes: number | null;
  readonly disabled_at: number | null;
  readonly created_at: number;
}

/** Excludes the anonymous owner and deleted accounts. */
const isUser = sql<boolean>`(is_system = 0 and deleted_at is null)`;

const toAccount = (row: UserRow): Account => ({
  userId: row.row_id,
  id: row.id,
  email: row.email,
  name: row.name,
  plan: row.plan,
  isAdmin: row.is_admin === 1,
  quotaBytes: row.quota_bytes,
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
});

export interface UserToAdd {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly name: string | null;
  readonly passwordHash: string;
  readonly plan: Plan;
  readonly isAdmin: boolean;
  readonly quotaBytes: number | null;
  readonly createdAt: number;
}

/** undefined where the address has an account already. */
export async function insertUser(tx: Tx, user: UserToAdd): Promise<Account | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: user.emailKey,
      name: user.name,
      name_key: foldName(user.name ?? ''),
      password_hash: user.passwordHash,
      plan: user.plan,
      is_admin: user.isAdmin ? 1 : 0,
      quota_bytes: user.quotaBytes,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

/** The e-mail address of an account, also of a disabled one. */
export async function findEmail(reader: Reader, userId: number): Promise<string | undefined> {
  const row = await reader
    .selectFrom('users')
    .select('email')
    .where('row_id', '=', userId)
    .where(isUser)
    .executeTakeFirst();
  return row?.email;
}

/** Of an account that is not disabled. */
export async function findUser(reader: Reader, userId: number): Promise<Account | undefined> {
  const row = await reader
    .selectFrom('users')
    .select(columns)
    .where('row_id', '=', userId)
    .where(isUser)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

/** Also of a disabled one. */
export async function findUserByEmailKey(reader: Reader, key: string): Promise<Account | undefined> {
  const row = await reader
    .selectFrom('users')
    .select(columns)
    .where('email_key', '=', key)
    .where(isUser)
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

export async function hasUsers(reader: Reader): Promise<boolean> {
  const row = await reader.selectFrom('users').select('row_id').where(isUser).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function listUsers(reader: Reader): Promise<Account[]> {
  const rows = await reader.selectFrom('users').select(columns).where(isUser).orderBy('row_id').execute();
  return rows.map(toAccount);
}

export async function findSystemUser(reader: Reader): Promise<number | undefined> {
  const row = await reader
    .selectFrom('users')
    .select('row_id')
    .where('is_system', '=', sql.lit<1>(1))
    .executeTakeFirst();
  return row?.row_id;
}

/** Does nothing where there is one. What stands in place of its address and its password is neither. */
export async function insertSystemUser(
  tx: Tx,
  { id, createdAt }: { readonly id: string; readonly createdAt: number },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id,
      email: 'nobody',
      email_key: 'nobody',
      name: null,
      password_hash: '!',
      plan: 'free',
      is_admin: 0,
      is_system: 1,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface PasswordOfUser {
  readonly userId: number;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
}

export async function findPasswordByEmailKey(reader: Reader, key: string): Promise<PasswordOfUser | undefined> {
  const row = await reader
    .selectFrom('users')
    .select(['row_id', 'password_hash', 'disabled_at'])
    .where('email_key', '=', key)
    .where(isUser)
    .executeTakeFirst();
  return row && { userId: row.row_id, passwordHash: row.password_hash, isDisabled: row.disabled_at !== null };
}

export async function findPassword(reader: Reader, userId: number): Promise<string | undefined> {
  const row = await reader.selectFrom('users').select('password_hash').where('row_id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}

/** With `onlyIf` it does nothing, and answers false, where that is no longer the password or the account is disabled. */
export async function updatePassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  onlyIf?: { readonly passwordHash: string },
): Promise<boolean> {
  let update = tx.updateTable('users').set({ password_hash: passwordHash }).where('row_id', '=', userId);
  if (onlyIf !== undefined)
    update = update.where('password_hash', '=', onlyIf.passwordHash).where('disabled_at', 'is', null);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function updateName(tx: Tx, userId: number, name: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, name_key: foldName(name ?? '') })
    .where('row_id', '=', userId)
    .execute();
}

export interface Usage {
  readonly storedBytes: number;
  readonly trashBytes: number;
  readonly reservedBytes: number;
}

/** Zeros for somebody who never kept anything. */
export async function getUsage(reader: Reader, userId: number): Promise<Usage> {
  const row = await reader
    .selectFrom('storage_usage')
    .select(['stored_bytes', 'trash_bytes', 'reserved_bytes'])
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return {
    storedBytes: row?.stored_bytes ?? 0,
    trashBytes: row?.trash_bytes ?? 0,
    reservedBytes: row?.reserved_bytes ?? 0,
  };
}
