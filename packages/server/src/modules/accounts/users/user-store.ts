import { isoTime, type PageSlice } from '@drive/base';
import { foldName, type MailFrequency, type User } from '@drive/contract';
import { sql } from 'kysely';
import { insertOwner, setQuota } from '../../../platform/access/index.ts';
import {
  converted,
  countRows,
  defineRow,
  flag,
  isAfter,
  type Reader,
  type RowOf,
  type Tx,
} from '../../../platform/db/index.ts';
import { emailKey, type Plan, type PlanLimits } from './account.ts';

/** In place of a password's hash: nobody can sign in with a password. */
export const noPassword = '!';

const accountRow = defineRow('users', {
  userId: 'row_id',
  id: 'id',
  email: 'email',
  name: 'name',
  /** null: none is chosen. */
  language: 'language',
  /** When notifications come by email. */
  notificationMail: converted('notification_mail', (mail: MailFrequency | null) => mail ?? 'now'),
  plan: 'plan',
  isAdmin: flag('is_admin'),
  /** Epoch milliseconds; null if the account is enabled. */
  disabledAt: 'disabled_at',
  /** Epoch milliseconds; null if single sign-on admits the user. */
  suspendedAt: 'suspended_at',
  /** Epoch milliseconds; null unless its user has deleted the account, which is disabled until then. */
  deletesAt: 'deletes_at',
  /** Epoch milliseconds; null if nobody has vouched that the address is that of its user. */
  vouchedAt: 'vouched_at',
  createdAt: 'created_at',
});
export type Account = RowOf<typeof accountRow>;
const toAccount = accountRow.from;

/** undefined if the email address has an account. */
export async function insertUser(
  tx: Tx,
  user: Omit<Account, 'userId' | 'disabledAt' | 'suspendedAt' | 'deletesAt' | 'language' | 'notificationMail'> & {
    readonly passwordHash: string;
    readonly quotaBytes: number | null;
  },
): Promise<Account | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: emailKey(user.email),
      name: user.name,
      name_key: foldName(user.name ?? ''),
      password_hash: user.passwordHash,
      plan: user.plan,
      is_admin: user.isAdmin ? 1 : 0,
      vouched_at: user.vouchedAt,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(accountRow.columns)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const account = toAccount(row);
  await insertOwner(tx, { rowId: account.userId, id: user.id, kind: 'user', quotaBytes: user.quotaBytes });
  return account;
}

export interface UserFilter {
  /** Part of the email address or the name. */
  readonly q?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** Users except the anonymous owner and deleted accounts. */
const users = (reader: Reader, { q, disabled }: UserFilter = {}) => {
  let found = reader.selectFrom('users').where(sql<boolean>`(is_system = 0 and deleted_at is null)`);
  if (disabled !== undefined) found = found.where('disabled_at', disabled ? 'is not' : 'is', null);
  if (q !== undefined)
    found = found.where(
      sql<boolean>`(email_key like ${containing(emailKey(q))} escape '!' or email like ${containing(q.trim())} escape '!' or name_key like ${containing(foldName(q.trim()))} escape '!')`,
    );
  return found;
};

const containing = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;

/** The email address of an account, disabled or not. */
export async function findEmail(reader: Reader, userId: number): Promise<string | undefined> {
  return (await users(reader).select('email').where('row_id', '=', userId).executeTakeFirst())?.email;
}

/** undefined if the account is disabled. */
export async function findUser(reader: Reader, userId: number): Promise<Account | undefined> {
  const enabled = users(reader, { disabled: false });
  const row = await enabled.select(accountRow.columns).where('row_id', '=', userId).executeTakeFirst();
  return row && toAccount(row);
}

/** By users.id. Finds disabled accounts, too. */
export async function findUserById(reader: Reader, id: string): Promise<Account | undefined> {
  const row = await users(reader).select(accountRow.columns).where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

/** Finds disabled accounts, too. */
export async function findUserByEmailKey(reader: Reader, key: string): Promise<Account | undefined> {
  const row = await users(reader).select(accountRow.columns).where('email_key', '=', key).executeTakeFirst();
  return row && toAccount(row);
}

export async function hasUsers(reader: Reader): Promise<boolean> {
  return (await users(reader).select('row_id').limit(1).executeTakeFirst()) !== undefined;
}

export async function listUsers(reader: Reader): Promise<Account[]> {
  return (await users(reader).select(accountRow.columns).orderBy('row_id').execute()).map(toAccount);
}

export interface UserDetails extends Account {
  /** Stored and reserved bytes. */
  readonly usedBytes: number;
  readonly trashBytes: number;
  readonly itemCount: number;
  /** Overrides the plan's quota; null: the plan's quota applies. */
  readonly quotaBytes: number | null;
  readonly lastSignInAt: number | null;
  /** Last use of a session or a key that still exists. */
  readonly lastActiveAt: number | null;
}

const selectDetails = (reader: Reader, filter?: UserFilter) =>
  users(reader, filter)
    .leftJoin('storage_usage as usage', 'usage.owner_id', 'users.row_id')
    .select(accountRow.columns)
    .select((of) => [
      'signed_in_at',
      'usage.stored_bytes',
      'usage.reserved_bytes',
      'usage.trash_bytes',
      'usage.item_count',
      of.selectFrom('owners').select('quota_bytes').whereRef('owners.row_id', '=', 'users.row_id').as('quota_bytes'),
      of
        .selectFrom('sessions')
        .select((session) => session.fn.max('last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.row_id')
        .as('session_used_at'),
      of
        .selectFrom('api_keys')
        .select((key) => key.fn.max('last_used_at').as('at'))
        .whereRef('api_keys.user_id', '=', 'users.row_id')
        .as('key_used_at'),
    ]);

type DetailsRow = Awaited<ReturnType<ReturnType<typeof selectDetails>['execute']>>[number];

const toDetails = (row: DetailsRow): UserDetails => ({
  ...toAccount(row),
  usedBytes: (row.stored_bytes ?? 0) + (row.reserved_bytes ?? 0),
  trashBytes: row.trash_bytes ?? 0,
  itemCount: row.item_count ?? 0,
  quotaBytes: row.quota_bytes,
  lastSignInAt: row.signed_in_at,
  lastActiveAt: Math.max(row.session_used_at ?? 0, row.key_used_at ?? 0) || null,
});

export const toUser = (
  { quotaBytes, ...user }: Account & Pick<User, 'usedBytes' | 'trashBytes' | 'itemCount' | 'quotaBytes'>,
  plans: Readonly<Record<Plan, PlanLimits>>,
): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  language: user.language,
  notifications: { mail: user.notificationMail },
  plan: user.plan,
  isAdmin: user.isAdmin,
  createdAt: isoTime(user.createdAt),
  usedBytes: user.usedBytes,
  trashBytes: user.trashBytes,
  quotaBytes: quotaBytes ?? plans[user.plan].quotaBytes,
  maxFileBytes: plans[user.plan].maxFileBytes,
  itemCount: user.itemCount,
  maxItems: plans[user.plan].maxItems,
});

/** Newest first. */
export async function listUserDetails(
  reader: Reader,
  filter: UserFilter,
  { offset, limit, after }: PageSlice,
): Promise<UserDetails[]> {
  const rows = await selectDetails(reader, filter)
    .where(isAfter(after, ['row_id'], 'desc'))
    .orderBy('row_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(toDetails);
}

export const countUsers = (reader: Reader, filter: UserFilter): Promise<number> => countRows(users(reader, filter));

export type UserSelector = { readonly id: string } | { readonly email: string };

export async function findUserDetails(reader: Reader, by: UserSelector): Promise<UserDetails | undefined> {
  const found = selectDetails(reader);
  const row = await (
    'id' in by ? found.where('id', '=', by.id) : found.where('email_key', '=', emailKey(by.email))
  ).executeTakeFirst();
  return row && toDetails(row);
}

const admittedAdmins = (reader: Reader) =>
  reader
    .selectFrom('users')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('suspended_at', 'is', null);

/** Other administrators who can sign in. Decides only under the lock `administrators`. */
export const countOtherAdmins = (reader: Reader, userId: number): Promise<number> =>
  countRows(admittedAdmins(reader).where('row_id', '<>', userId));

/** users.id of accounts that their users have deleted, and that are to be erased by now. */
export async function listDueDeletions(reader: Reader, now: number, limit: number): Promise<string[]> {
  const rows = await users(reader)
    .select('id')
    .where('deletes_at', 'is not', null)
    .where('deletes_at', '<=', now)
    .orderBy('deletes_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** users.row_id of the oldest administrator who can sign in. */
export async function findFirstAdmin(reader: Reader): Promise<number | undefined> {
  const row = await admittedAdmins(reader).select('row_id').orderBy('row_id').limit(1).executeTakeFirst();
  return row?.row_id;
}

/** users.row_id of the administrators who can sign in. */
export const listAdmins = async (reader: Reader): Promise<number[]> =>
  (await admittedAdmins(reader).select('row_id').orderBy('row_id').execute()).map((row) => row.row_id);

/** Fields that are undefined keep their value. */
export interface UserPatch {
  readonly name?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly notificationMail?: MailFrequency | undefined;
  readonly plan?: Plan | undefined;
  readonly quotaBytes?: number | null | undefined;
  readonly isAdmin?: boolean | undefined;
  /** null enables the account. */
  readonly disabledAt?: number | null | undefined;
  readonly deletesAt?: number | null | undefined;
}

/** False if the account is deleted. */
export async function updateUser(tx: Tx, userId: number, patch: UserPatch): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((of) => ({
      // SQL has no update that sets nothing.
      id: of.ref('id'),
      name: patch.name,
      name_key: patch.name === undefined ? undefined : foldName(patch.name ?? ''),
      language: patch.language,
      notification_mail: patch.notificationMail,
      plan: patch.plan,
      is_admin: patch.isAdmin === undefined ? undefined : patch.isAdmin ? 1 : 0,
      disabled_at: patch.disabledAt,
      deletes_at: patch.deletesAt,
    }))
    .where('row_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && patch.quotaBytes !== undefined) await setQuota(tx, userId, patch.quotaBytes);
  return numUpdatedRows > 0n;
}

/** The caller must know that no other account has the address. */
export async function updateEmail(tx: Tx, userId: number, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey(email) })
    .where('row_id', '=', userId)
    .execute();
}

/** Keeps the row and that of the owner, because other rows reference them. False if the account is deleted already. */
export async function markUserDeleted(tx: Tx, { userId, id }: Account, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((of) => ({
      email: `deleted ${id}`,
      email_key: `deleted ${id}`,
      name: null,
      name_key: '',
      language: null,
      notification_mail: null,
      password_hash: noPassword,
      is_admin: 0,
      signed_in_at: null,
      disabled_at: of.fn.coalesce('disabled_at', of.val(now)),
      deleted_at: now,
      deletes_at: null,
    }))
    .where('row_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await setQuota(tx, userId, null);
  return numUpdatedRows > 0n;
}

export interface UserPassword {
  readonly userId: number;
  readonly passwordHash: string;
  readonly isAdmin: boolean;
  /** The account is disabled or suspended. */
  readonly isBarred: boolean;
}

export async function findPasswordByEmailKey(reader: Reader, key: string): Promise<UserPassword | undefined> {
  const row = await users(reader)
    .select(['row_id', 'password_hash', 'is_admin', 'disabled_at', 'suspended_at'])
    .where('email_key', '=', key)
    .executeTakeFirst();
  return (
    row && {
      userId: row.row_id,
      passwordHash: row.password_hash,
      isAdmin: row.is_admin === 1,
      isBarred: row.disabled_at !== null || row.suspended_at !== null,
    }
  );
}

export async function findPassword(reader: Reader, userId: number): Promise<string | undefined> {
  const row = await reader.selectFrom('users').select('password_hash').where('row_id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}

/** With `onlyIf`, returns false and changes nothing if the password is another by now or the account is disabled. */
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

export async function getUsage(
  reader: Reader,
  userId: number,
): Promise<Pick<UserDetails, 'usedBytes' | 'trashBytes' | 'itemCount' | 'quotaBytes'>> {
  const row = await reader
    .selectFrom('owners')
    .leftJoin('storage_usage', 'storage_usage.owner_id', 'owners.row_id')
    .select(['quota_bytes', 'stored_bytes', 'trash_bytes', 'reserved_bytes', 'item_count'])
    .where('owners.row_id', '=', userId)
    .executeTakeFirst();
  return {
    usedBytes: (row?.stored_bytes ?? 0) + (row?.reserved_bytes ?? 0),
    trashBytes: row?.trash_bytes ?? 0,
    itemCount: row?.item_count ?? 0,
    quotaBytes: row?.quota_bytes ?? null,
  };
}
