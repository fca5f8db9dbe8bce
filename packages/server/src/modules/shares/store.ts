import type { ShareMode } from '@drive/contract';
import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Flag } from '../../platform/db/schema.ts';
import { ownerIsEnabled } from '../accounts/index.ts';
import { shareRow, type FindShareBy, type ShareRow } from './share-row.ts';

/** Purging ends a share: of its item, or of the last of its files. An item that is yet to come has no row. */
export const isNotPurged = sql<boolean>`case when s.item_id is null
  then exists (select 1 from share_files as f join items as i on i.id = f.item_id
    where f.share_id = s.row_id and i.state in ('alive', 'trashed'))
  else not exists (select 1 from items as i where i.id = s.item_id and i.state in ('purging', 'purged')) end`;

/** Shares that are active and of somebody who is not disabled, with the codes that lead to them. */
export const selectShares = (reader: Reader) =>
  reader
    .selectFrom('shares as s')
    .innerJoin('short_links as code', (join) => join.onRef('code.share_id', '=', 's.row_id').on('code.is_slug', '=', 0))
    .leftJoin('short_links as slug', (join) => join.onRef('slug.share_id', '=', 's.row_id').on('slug.is_slug', '=', 1))
    .select([...shareRow.columnsOf('s'), 'code.code as short_code', 'slug.code as slug'])
    .where('s.revoked_at', 'is', null)
    .where(isNotPurged)
    .where(ownerIsEnabled('s.owner_id'));

/** What comes in an address may hold anything, also what a database can't compare. */
function couldBe(by: FindShareBy): boolean {
  if ('rowId' in by || 'itemId' in by) return true;
  return /^[A-Za-z0-9_-]{1,64}$/.test('token' in by ? by.token : by.shortCode);
}

const selectByToken = compileOnce((reader: Reader, { token }: { token: string }) =>
  selectShares(reader).where('s.token', '=', token),
);
const selectByCode = compileOnce((reader: Reader, { shortCode }: { shortCode: string }) =>
  selectShares(reader).where('s.row_id', '=', (db) =>
    db.selectFrom('short_links').select('share_id').where('code', '=', shortCode),
  ),
);
const selectByItem = compileOnce((reader: Reader, { itemId }: { itemId: string }) =>
  selectShares(reader).where('s.item_id', '=', itemId),
);
const selectByRow = compileOnce((reader: Reader, { rowId }: { rowId: number }) =>
  selectShares(reader).where('s.row_id', '=', rowId),
);

export async function findShare(reader: Reader, by: FindShareBy): Promise<ShareRow | undefined> {
  if (!couldBe(by)) return undefined;
  const [row] = await ('token' in by
    ? selectByToken(reader, by)
    : 'shortCode' in by
      ? selectByCode(reader, by)
      : 'itemId' in by
        ? selectByItem(reader, by)
        : selectByRow(reader, by));
  return row && shareRow.from(row);
}

const selectShareFiles = compileOnce((reader: Reader, { shareRowId }: { shareRowId: number }) =>
  reader
    .selectFrom('share_files as f')
    .innerJoin('items as i', 'i.id', 'f.item_id')
    .select('f.item_id')
    .where('f.share_id', '=', shareRowId)
    .where('i.state', 'in', ['alive', 'trashed'])
    .orderBy('f.position'),
);

/** items.id of the files of a multi-share that are not purged, in the order they were shared in. */
export async function listShareFiles(reader: Reader, shareRowId: number): Promise<string[]> {
  return (await selectShareFiles(reader, { shareRowId })).map((row) => row.item_id);
}

export interface NewShareRow {
  readonly token: string;
  readonly shortCode: string;
  readonly ownerId: number;
  /** null: a share of several files. */
  readonly itemId: string | null;
  readonly mode: ShareMode;
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
      expires_at: null,
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

/** What is undefined stays as it is. */
export interface ShareChange {
  readonly mode?: ShareMode | undefined;
  readonly expiresAt?: number | null | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly notifyOnDownload?: boolean | undefined;
  readonly notifyOnView?: boolean | undefined;
  readonly notifyPerRecipient?: boolean | undefined;
  readonly maxDownloads?: number | null | undefined;
  readonly commentsEnabled?: boolean | undefined;
  readonly likesEnabled?: boolean | undefined;
}

const flag = (value: boolean | undefined): Flag | undefined => (value === undefined ? undefined : value ? 1 : 0);

/** False where the share is revoked meanwhile. A new password, or none, ends every unlocking. */
export async function changeShare(tx: Tx, rowId: number, change: ShareChange): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set((of) => ({
      // Something is always set, or there would be no statement.
      owner_id: of.ref('owner_id'),
      mode: change.mode,
      expires_at: change.expiresAt,
      password_hash: change.passwordHash,
      password_version: change.passwordHash === undefined ? undefined : of('password_version', '+', 1),
      notify_on_download: flag(change.notifyOnDownload),
      notify_on_view: flag(change.notifyOnView),
      notify_per_recipient: flag(change.notifyPerRecipient),
      max_downloads: change.maxDownloads,
      comments_enabled: flag(change.commentsEnabled),
      likes_enabled: flag(change.likesEnabled),
    }))
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the share is revoked. Else nobody else changes it, its slug or its files before the transaction ends. */
export const lockShare = (tx: Tx, rowId: number): Promise<boolean> => changeShare(tx, rowId, {});

/** It never comes back, and its slug is free again. Its own short code is never given twice. */
export async function revokeShare(tx: Tx, rowId: number, now: number): Promise<void> {
  await tx
    .updateTable('shares')
    .set({ revoked_at: now })
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .execute();
  await deleteSlug(tx, rowId);
}

export async function insertShareFiles(tx: Tx, shareRowId: number, fileIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('share_files')
    .values(fileIds.map((id, position) => ({ share_id: shareRowId, item_id: id, position })))
    .execute();
}

/** shares.row_id of the newest share of several files that this one is among. */
export async function findNewestMultiShare(reader: Reader, fileId: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('share_files as f')
    .innerJoin('shares as s', 's.row_id', 'f.share_id')
    .select('s.row_id')
    .where('f.item_id', '=', fileId)
    .where('s.revoked_at', 'is', null)
    .orderBy('s.row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.row_id;
}

/** Takes the file out of a share of several; how many are left in it. */
export async function removeShareFile(tx: Tx, shareRowId: number, fileId: string): Promise<number> {
  // Of two that take the last ones out at once the second sees that none is left.
  await lockShare(tx, shareRowId);
  await tx.deleteFrom('share_files').where('share_id', '=', shareRowId).where('item_id', '=', fileId).execute();
  const row = await tx
    .selectFrom('share_files')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('share_id', '=', shareRowId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** False where the code leads elsewhere already, or did once: to a share of its own, or another's slug. */
export async function insertSlug(tx: Tx, shareRowId: number, slug: string): Promise<boolean> {
  // Nobody takes a slug away when files are purged: whoever wants it does.
  await tx
    .deleteFrom('short_links')
    .where('code', '=', slug)
    .where('is_slug', '=', 1)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('shares as s')
            .select('s.row_id')
            .whereRef('s.row_id', '=', 'short_links.share_id')
            .where(isNotPurged),
        ),
      ),
    )
    .execute();
  const row = await tx
    .insertInto('short_links')
    .values({ code: slug, share_id: shareRowId, is_slug: 1 })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSlug(tx: Tx, shareRowId: number): Promise<void> {
  await tx.deleteFrom('short_links').where('share_id', '=', shareRowId).where('is_slug', '=', 1).execute();
}

const selectShortLink = compileOnce((reader: Reader, { code }: { code: string }) =>
  reader
    .selectFrom('short_links as link')
    .innerJoin('shares as s', 's.row_id', 'link.share_id')
    .select('link.share_id as shareRowId')
    .where('link.code', '=', code)
    .where(ownerIsEnabled('s.owner_id'))
    .where((of) => of.or([of('link.is_slug', '=', 0), isNotPurged])),
);

export async function findShortLink(
  reader: Reader,
  code: string,
): Promise<{ readonly shareRowId: number } | undefined> {
  const [row] = await selectShortLink(reader, { code });
  return row;
}

export interface UnlockTally {
  readonly recent: readonly { readonly createdAt: number; readonly result: 'success' | 'failure' | 'rate_limited' }[];
  readonly failures: number;
}

/** The newest attempts, and how many failed since a time. */
export async function readUnlockTally(
  reader: Reader,
  shareRowId: number,
  { recent, since }: { readonly recent: number; readonly since: number },
): Promise<UnlockTally> {
  const rows = await reader
    .selectFrom('unlock_events')
    .select(['created_at as createdAt', 'result'])
    .where('share_id', '=', shareRowId)
    .orderBy('row_id', 'desc')
    .limit(recent)
    .execute();
  const { count } = await reader
    .selectFrom('unlock_events')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('share_id', '=', shareRowId)
    .where('result', '=', 'failure')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { recent: rows, failures: count };
}

/** As if it had never been: for an item that never was. */
export async function deleteShare(tx: Tx, itemId: string): Promise<void> {
  // An owner may have mailed it and given it a slug before the bytes were there.
  for (const table of ['short_links', 'share_recipients'] as const)
    await tx
      .deleteFrom(table)
      .where('share_id', 'in', (db) => db.selectFrom('shares').select('row_id').where('item_id', '=', itemId))
      .execute();
  await tx.deleteFrom('shares').where('item_id', '=', itemId).execute();
}
