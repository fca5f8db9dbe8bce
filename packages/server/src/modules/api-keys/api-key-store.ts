import type { PageSlice } from '@drive/base';
import { keyScopes, type KeyScope } from '@drive/contract';
import type { Insertable } from 'kysely';
import {
  compileOnce,
  converted,
  countRows,
  defineRow,
  deleteRows,
  isAfter,
  type Reader,
  type RowBatch,
  type RowOf,
  type Schema,
  type Tx,
} from '../../platform/db/index.ts';
import { isOfOtherSecret, type HashedTexts } from '../../platform/secrets.ts';

/** null: every scope. */
const readScopes = (stored: string | null): readonly KeyScope[] | null => {
  const names = stored?.split(' ');
  return names === undefined ? null : keyScopes.filter((scope) => names.includes(scope));
};

const keyRow = defineRow('api_keys', {
  rowId: 'row_id',
  id: 'id',
  /** First characters of the key. */
  prefix: 'prefix',
  label: 'label',
  scopes: converted('scopes', readScopes),
  folderId: 'folder_id',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  revokedAt: 'revoked_at',
});
export type KeyRow = RowOf<typeof keyRow>;

const selectKeyOwner = compileOnce((reader: Reader, { keyHash, now }: { keyHash: string; now: number }) =>
  reader
    .selectFrom('api_keys')
    .innerJoin('users', 'users.row_id', 'api_keys.user_id')
    .select([
      'api_keys.row_id as rowId',
      'api_keys.id as publicId',
      'api_keys.last_used_at as lastUsedAt',
      'api_keys.scopes',
      'api_keys.folder_id as folderId',
      'api_keys.expires_at as expiresAt',
      'users.row_id as userId',
      'users.id as accountId',
      'users.name as accountName',
      'users.is_admin as isAdmin',
      'users.plan',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.revoked_at', 'is', null)
    .where((on) => on.or([on('api_keys.expires_at', 'is', null), on('api_keys.expires_at', '>', now)]))
    .where('users.disabled_at', 'is', null)
    .where('users.suspended_at', 'is', null),
);

export type KeyOwner = NonNullable<Awaited<ReturnType<typeof findKeyOwner>>>;

/** The key with its user; undefined if the key is revoked or expired, or the account is disabled or suspended. One index lookup. */
export async function findKeyOwner(reader: Reader, keyHash: string, now: number) {
  const [row] = await selectKeyOwner(reader, { keyHash, now });
  return row && { ...row, isAdmin: row.isAdmin === 1, scopes: readScopes(row.scopes) };
}

export async function findKey(reader: Reader, rowId: number): Promise<KeyRow | undefined> {
  const row = await reader.selectFrom('api_keys').select(keyRow.columns).where('row_id', '=', rowId).executeTakeFirst();
  return row && keyRow.from(row);
}

/** Newest first. */
export const countKeys = (reader: Reader, userId: number): Promise<number> =>
  countRows(reader.selectFrom('api_keys').where('user_id', '=', userId));

export async function listKeys(reader: Reader, userId: number, { after, limit, offset }: PageSlice): Promise<KeyRow[]> {
  const rows = await reader
    .selectFrom('api_keys')
    .select(keyRow.columns)
    .where('user_id', '=', userId)
    .where(isAfter(after, ['created_at', 'row_id'], 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(keyRow.from);
}

const activeKeys = (reader: Reader, now: number) =>
  reader
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where((on) => on.or([on('expires_at', 'is', null), on('expires_at', '>', now)]));

export const countActiveKeys = (tx: Tx, userId: number, now: number): Promise<number> =>
  countRows(activeKeys(tx, now).where('user_id', '=', userId));

export const isActiveKey = async (tx: Tx, rowId: number, now: number): Promise<boolean> =>
  (await countRows(activeKeys(tx, now).where('row_id', '=', rowId))) > 0;

export async function insertKey(tx: Tx, key: Insertable<Schema['api_keys']>): Promise<KeyRow> {
  const row = await tx.insertInto('api_keys').values(key).returning(keyRow.columns).executeTakeFirstOrThrow();
  return keyRow.from(row);
}

/** Does nothing if the key has another hash by now. */
export async function replaceKeyHash(
  tx: Tx,
  rowId: number,
  { from, to, secretId }: { readonly from: string; readonly to: string; readonly secretId: string },
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ key_hash: to, secret_id: secretId })
    .where('row_id', '=', rowId)
    .where('key_hash', '=', from)
    .execute();
}

export const hashedKeys: HashedTexts = {
  what: 'API keys',
  countOthers: (reader, secretId, now) => countRows(activeKeys(reader, now).where(isOfOtherSecret(secretId))),
};

/** undefined if the user has no such key; false if it was revoked before, which keeps the earlier time. */
export async function revokeKey(tx: Tx, userId: number, id: string, at: number): Promise<boolean | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  const known = await tx
    .selectFrom('api_keys')
    .select('row_id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return known === undefined ? undefined : false;
}

/** The ids of the keys that were active. */
export async function revokeKeysOf(tx: Tx, userId: number, at: number): Promise<string[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((on) => on.or([on('expires_at', 'is', null), on('expires_at', '>', at)]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function setLastUsed(tx: Tx, rowIds: readonly number[], at: number): Promise<void> {
  await tx.updateTable('api_keys').set({ last_used_at: at }).where('row_id', 'in', rowIds).execute();
}

export async function isAdmin(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader.selectFrom('users').select('is_admin').where('row_id', '=', userId).executeTakeFirst();
  return row?.is_admin === 1;
}

export const keysOf = (userId: number): RowBatch =>
  deleteRows('api_keys', 'row_id', (rows) => rows.where('user_id', '=', userId));
