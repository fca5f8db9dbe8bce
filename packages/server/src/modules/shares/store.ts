import { sql, type Selectable } from 'kysely';
import type { ShareMode } from '@drive/contract';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { FindShareBy, ShareRow } from './share-row.ts';

const columns = ['row_id', 'token', 'short_code', 'owner_id', 'item_id', 'mode', 'expires_at'] as const;

const toShareRow = (row: Pick<Selectable<Schema['shares']>, (typeof columns)[number]>): ShareRow => ({
  rowId: row.row_id,
  token: row.token,
  shortCode: row.short_code,
  ownerId: row.owner_id,
  itemId: row.item_id,
  mode: row.mode,
  expiresAt: row.expires_at,
});

export async function findShare(reader: Reader, by: FindShareBy): Promise<ShareRow | undefined> {
  const shares = reader.selectFrom('shares').select(columns).where('revoked_at', 'is', null);
  const row = await (
    'token' in by
      ? shares.where('token', '=', by.token)
      : 'shortCode' in by
        ? shares.where('short_code', '=', by.shortCode)
        : shares.where('row_id', '=', by.rowId)
  ).executeTakeFirst();
  return row && toShareRow(row);
}

export async function hasShare(reader: Reader, itemId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('shares')
    .select('row_id')
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewShareRow {
  readonly token: string;
  readonly shortCode: string;
  readonly ownerId: number;
  readonly itemId: string;
  readonly mode: ShareMode;
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

/** Undefined where the item has a share already, or the token or the short code is taken. */
export async function insertShare(tx: Tx, share: NewShareRow): Promise<ShareRow | undefined> {
  const row = await tx
    .insertInto('shares')
    .values({
      token: share.token,
      short_code: share.shortCode,
      owner_id: share.ownerId,
      item_id: share.itemId,
      mode: share.mode,
      expires_at: share.expiresAt,
      created_at: share.createdAt,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toShareRow(row);
}

export interface ShareChange {
  /** undefined: as it is. */
  readonly mode: ShareMode | undefined;
  /** undefined: as it is, but for one that has lapsed. */
  readonly expiresAt: number | null | undefined;
}

/** The item's share after the change; undefined where it has none. */
export async function updateShare(
  tx: Tx,
  itemId: string,
  change: ShareChange,
  now: number,
): Promise<ShareRow | undefined> {
  const row = await tx
    .updateTable('shares')
    .set((of) => ({
      mode: change.mode ?? of.ref('mode'),
      expires_at:
        change.expiresAt === undefined
          ? sql<number | null>`case when expires_at > ${now} then expires_at end`
          : change.expiresAt,
    }))
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  return row && toShareRow(row);
}

/** Leaves the expiry alone, lapsed or not. Undefined where the item has no share. */
export async function updateShareMode(tx: Tx, itemId: string, mode: ShareMode): Promise<ShareRow | undefined> {
  const row = await tx
    .updateTable('shares')
    .set({ mode })
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  return row && toShareRow(row);
}

export async function revokeShare(tx: Tx, itemId: string, now: number): Promise<void> {
  await tx
    .updateTable('shares')
    .set({ revoked_at: now })
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** As if it had never been: for an item that never was. */
export async function deleteShare(tx: Tx, itemId: string): Promise<void> {
  await tx.deleteFrom('shares').where('item_id', '=', itemId).execute();
}
