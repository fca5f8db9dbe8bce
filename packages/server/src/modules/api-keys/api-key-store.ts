import type { Selectable } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { toNumber } from '../../platform/db/index.ts';

export interface KeyRow {
  readonly rowId: number;
  readonly id: string;
  readonly userId: number;
  readonly prefix: string;
  readonly label: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

const columns = ['row_id', 'id', 'user_id', 'prefix', 'label', 'created_at', 'last_used_at', 'revoked_at'] as const;

const toKeyRow = (row: Pick<Selectable<Schema['api_keys']>, (typeof columns)[number]>): KeyRow => ({
  rowId: row.row_id,
  id: row.id,
  userId: row.user_id,
  prefix: row.prefix,
  label: row.label,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
});

export interface KeyOwner {
  readonly rowId: number;
  readonly lastUsedAt: number | null;
  readonly userId: number;
  readonly accountId: string;
  readonly isAdmin: boolean;
  readonly plan: 'free' | 'paid';
}

const selectKeyOwner = compileOnce((reader: Reader, { keyHash }: { keyHash: string }) =>
  reader
    .selectFrom('api_keys')
    .innerJoin('users', 'users.row_id', 'api_keys.user_id')
    .select([
      'api_keys.row_id',
      'api_keys.last_used_at',
      'users.row_id as user_id',
      'users.id as account_id',
      'users.is_admin',
      'users.plan',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null),
);

/** Of an active key of an account that is not disabled, by one look at an index. */
export async function findKeyOwner(reader: Reader, keyHash: string): Promise<KeyOwner | undefined> {
  const [row] = await selectKeyOwner(reader, { keyHash });
  return (
    row && {
      rowId: row.row_id,
      lastUsedAt: row.last_used_at,
      userId: row.user_id,
      accountId: row.account_id,
      isAdmin: row.is_admin === 1,
      plan: row.plan,
    }
  );
}

/** Newest first. */
export async function listKeyRows(reader: Reader, userId: number): Promise<KeyRow[]> {
  const rows = await reader
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('row_id', 'desc')
    .execute();
  return rows.map(toKeyRow);
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

export interface NewKeyRow {
  readonly id: string;
  readonly userId: number;
  readonly prefix: string;
  readonly keyHash: string;
  readonly label: string | null;
  readonly createdAt: number;
}

export async function insertKey(tx: Tx, key: NewKeyRow): Promise<KeyRow> {
  const row = await tx
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
  return toKeyRow(row);
}

/** undefined where the user has no such key; false where it was revoked before, the time of which stays. */
export async function revokeKeyRow(tx: Tx, userId: number, id: string, at: number): Promise<boolean | undefined> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  if (revoked !== undefined) return true;
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

/** At most `limit`; returns how many. */
export async function deleteKeysOf(tx: Tx, userId: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('row_id', 'in', (db) =>
      db.selectFrom('api_keys').select('row_id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
