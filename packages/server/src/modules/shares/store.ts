import { sql } from 'kysely';
import type { ShareMode } from '@drive/contract';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { FindShareBy, ShareRow } from './share-row.ts';

/** Shares that are not revoked, with the codes that lead to them. */
const selectShares = (reader: Reader) =>
  reader
    .selectFrom('shares as s')
    .innerJoin('short_links as code', (join) => join.onRef('code.share_id', '=', 's.row_id').on('code.is_slug', '=', 0))
    .leftJoin('short_links as slug', (join) => join.onRef('slug.share_id', '=', 's.row_id').on('slug.is_slug', '=', 1))
    .select([
      's.row_id',
      's.token',
      'code.code as short_code',
      'slug.code as slug',
      's.owner_id',
      's.item_id',
      's.mode',
      's.expires_at',
      's.password_hash',
      's.password_version',
      's.notify_on_download',
      's.notify_on_view',
      's.notify_per_recipient',
      's.max_downloads',
      's.view_count',
      's.download_count',
      's.created_at',
    ])
    .where('s.revoked_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof selectShares>['execute']>>[number];

const toShareRow = (row: Row): ShareRow => ({
  rowId: row.row_id,
  token: row.token,
  shortCode: row.short_code,
  slug: row.slug,
  ownerId: row.owner_id,
  itemId: row.item_id,
  mode: row.mode,
  expiresAt: row.expires_at,
  passwordHash: row.password_hash,
  passwordVersion: row.password_version,
  notifyOnDownload: row.notify_on_download === 1,
  notifyOnView: row.notify_on_view === 1,
  notifyPerRecipient: row.notify_per_recipient === 1,
  maxDownloads: row.max_downloads,
  viewCount: row.view_count,
  downloadCount: row.download_count,
  createdAt: row.created_at,
});

export async function findShare(reader: Reader, by: FindShareBy): Promise<ShareRow | undefined> {
  const shares = selectShares(reader);
  const row = await (
    'token' in by
      ? shares.where('s.token', '=', by.token)
      : 'shortCode' in by
        ? shares.where('s.row_id', '=', (db) =>
            db.selectFrom('short_links').select('share_id').where('code', '=', by.shortCode),
          )
        : 'itemId' in by
          ? shares.where('s.item_id', '=', by.itemId)
          : shares.where('s.row_id', '=', by.rowId)
  ).executeTakeFirst();
  return row && toShareRow(row);
}

/** items.id of the files of a multi-share, in the order they were shared in. */
export async function listShareFiles(reader: Reader, shareRowId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('share_files')
    .select('item_id')
    .where('share_id', '=', shareRowId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.item_id);
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

/** shares.row_id; undefined, and nothing is kept, where the item has a share already, or the token or the code is taken. */
export async function insertShare(tx: Tx, share: NewShareRow): Promise<number | undefined> {
  const taken = await tx
    .selectFrom('short_links')
    .select('code')
    .where('code', '=', share.shortCode)
    .executeTakeFirst();
  if (taken !== undefined) return undefined;
  const row = await tx
    .insertInto('shares')
    .values({
      token: share.token,
      owner_id: share.ownerId,
      item_id: share.itemId,
      mode: share.mode,
      expires_at: share.expiresAt,
      password_hash: null,
      max_downloads: null,
      notified_at: null,
      created_at: share.createdAt,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('row_id')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.insertInto('short_links').values({ code: share.shortCode, share_id: row.row_id, is_slug: 0 }).execute();
  return row.row_id;
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
    .returning('row_id')
    .executeTakeFirst();
  return row && findShare(tx, { rowId: row.row_id });
}

/** Leaves the expiry alone, lapsed or not. Undefined where the item has no share. */
export async function updateShareMode(tx: Tx, itemId: string, mode: ShareMode): Promise<ShareRow | undefined> {
  const row = await tx
    .updateTable('shares')
    .set({ mode })
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row && findShare(tx, { rowId: row.row_id });
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
  await tx
    .deleteFrom('short_links')
    .where('share_id', 'in', (db) => db.selectFrom('shares').select('row_id').where('item_id', '=', itemId))
    .execute();
  await tx.deleteFrom('shares').where('item_id', '=', itemId).execute();
}
