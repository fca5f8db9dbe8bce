import { compileOnce, toNumber, type Reader, type Tx } from '../../platform/db/index.ts';

const columns = [
  'id',
  'prefix',
  'label',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'revoked_at as revokedAt',
] as const;

export interface KeyRow {
  readonly id: string;
  /** First characters of the key. */
  readonly prefix: string;
  readonly label: string | null;
  /** Epoch milliseconds, like the next two. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

const selectKeyOwner = compileOnce((reader: Reader, { keyHash }: { keyHash: string }) =>
  reader
    .selectFrom('api_keys')
    .innerJoin('users', 'users.row_id', 'api_keys.user_id')
    .select([
      'api_keys.row_id as rowId',
      'api_keys.last_used_at as lastUsedAt',
      'users.row_id as userId',
      'users.id as accountId',
      'users.is_admin as isAdmin',
      'users.plan',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null),
);

/** The key with its user; undefined if the key is revoked or the account is disabled. One index lookup. */
export async function findKeyOwner(reader: Reader, keyHash: string) {
  const [row] = await selectKeyOwner(reader, { keyHash });
  return row && { ...row, isAdmin: row.isAdmin === 1 };
}

/** Newest first. */
export function listKeys(reader: Reader, userId: number): Promise<KeyRow[]> {
  return reader
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('row_id', 'desc')
    .execute();
}

export async function countActiveKeys(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

export function insertKey(
  tx: Tx,
  key: Omit<KeyRow, 'lastUsedAt' | 'revokedAt'> & { readonly userId: number; readonly keyHash: string },
): Promise<KeyRow> {
  return tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      user_id: key.userId,
      prefix: key.prefix,
      key_hash: key.keyHash,
      label: key.label,
      created_at: key.createdAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

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

export async function setLastUsed(tx: Tx, rowIds: readonly number[], at: number): Promise<void> {
  await tx.updateTable('api_keys').set({ last_used_at: at }).where('row_id', 'in', rowIds).execute();
}
