import { sql } from 'kysely';
import {
  compileOnce,
  computed,
  converted,
  countRows,
  defineRow,
  flag,
  type Flag,
  type Reader,
  type RowBatch,
  type RowOf,
  type Tx,
} from '../../platform/db/index.ts';
import { ownerIsEnabled } from '../accounts/index.ts';

/** A share that is not revoked. */
export const shareRow = defineRow('shares', {
  rowId: 'row_id',
  token: 'token',
  shortCode: computed('short_code', (code: string) => code),
  ownerId: 'owner_id',
  /** null if none is set. */
  slug: computed('slug', (code: string | null) => code),
  /** items.id; null for a multi-share. */
  itemId: computed('shared_item_id', (id: string | null) => id),
  /** `itemId` if it is not the first link of the item; null for others. */
  furtherItemId: 'further_item_id',
  mode: 'mode',
  /** Epoch milliseconds; null means never. */
  expiresAt: 'expires_at',
  passwordHash: 'password_hash',
  /** Incremented with every change of the password, which ends all unlock grants. */
  passwordVersion: 'password_version',
  notifyOnDownload: flag('notify_on_download'),
  notifyOnView: flag('notify_on_view'),
  notifyPerRecipient: flag('notify_per_recipient'),
  maxDownloads: 'max_downloads',
  viewCount: 'view_count',
  downloadCount: 'download_count',
  commentsEnabled: flag('comments_enabled'),
  likesEnabled: flag('likes_enabled'),
  commentCount: 'comment_count',
  likeCount: 'like_count',
  label: 'label',
  allowUpload: flag('allow_upload'),
  uploadMaxFileBytes: 'upload_max_file_bytes',
  uploadMaxFiles: 'upload_max_files',
  /** null: all. */
  uploadAllowedTypes: converted('upload_allowed_types', (json: string | null): readonly string[] | null =>
    json === null ? null : (JSON.parse(json) as string[]),
  ),
  /** items.id of the file whose thumbnail stands for what is shared; null: the first one has it. */
  coverItemId: 'cover_id',
  /** Uploads of visitors that are reserved and have not arrived. */
  uploadPendingCount: 'upload_pending_count',
  /** Files of visitors that have arrived, whether or not they still exist. */
  uploadCount: 'upload_count',
  /** users.row_id of who made it; null: not known. */
  createdBy: 'created_by',
  createdAt: 'created_at',
});
export type ShareRow = RowOf<typeof shareRow>;

/** `shortCode` is a generated code or a slug; `rowId` is shares.row_id; an item stands for its first link. */
export type FindShareBy =
  | { readonly token: string }
  | { readonly shortCode: string }
  | { readonly itemId: string }
  | { readonly rowId: number };

/**
 * Also for a further link of an item, which is in share_files. A share ends when its item, or the last file of a multi-share, is
 * purged. The item of an upload in progress has no row yet.
 */
export const isNotPurged = sql<boolean>`case when s.item_id is null
  then exists (select 1 from share_files as f join items as i on i.id = f.item_id
    where f.share_id = s.row_id and i.state in ('alive', 'trashed'))
  else not exists (select 1 from items as i where i.id = s.item_id and i.state in ('purging', 'purged')) end`;

/** items.id of the item of `s`, be it the first link of the item or a further one; null for a multi-share. */
export const sharedItemId = sql<string | null>`coalesce(s.item_id, s.further_item_id)`;

/** Also if it is closed by the purge of its item, or by its owner being disabled. */
export const selectEvenClosed = (reader: Reader) =>
  reader
    .selectFrom('shares as s')
    .innerJoin('short_links as code', (join) => join.onRef('code.share_id', '=', 's.row_id').on('code.is_slug', '=', 0))
    .leftJoin('short_links as slug', (join) => join.onRef('slug.share_id', '=', 's.row_id').on('slug.is_slug', '=', 1))
    .select([...shareRow.columnsOf('s'), 'code.code as short_code', 'slug.code as slug'])
    .select(sharedItemId.as('shared_item_id'))
    .where('s.revoked_at', 'is', null);

export const selectShares = (reader: Reader) =>
  selectEvenClosed(reader).where(isNotPurged).where(ownerIsEnabled('s.owner_id'));

/** Text from a URL may hold characters that a database can't compare. */
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

/** items.id of the files of a multi-share that are not purged, in the order in which they were shared. */
export async function listShareFiles(reader: Reader, shareRowId: number): Promise<string[]> {
  return (await selectShareFiles(reader, { shareRowId })).map((row) => row.item_id);
}

interface ShareToInsert extends Pick<ShareRow, 'token' | 'shortCode' | 'ownerId' | 'itemId' | 'mode' | 'createdAt'> {
  /** Whether the item has a link already. */
  readonly isFurther: boolean;
  /** users.row_id; null: a visitor. */
  readonly createdBy: number | null;
}

/** Returns shares.row_id; undefined, writing nothing, if the item has a first link or the token or the code is taken. */
export async function insertShare(tx: Tx, share: ShareToInsert): Promise<number | undefined> {
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
      item_id: share.isFurther ? null : share.itemId,
      further_item_id: share.isFurther ? share.itemId : null,
      created_by: share.createdBy,
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
  // What holds for the files of a multi-share then holds for the item of a further link.
  if (share.isFurther && share.itemId !== null) await insertShareFiles(tx, row.row_id, [share.itemId]);
  return row.row_id;
}

/** Fields that are undefined do not change. */
export type ShareChange = {
  readonly [
    Field in
      | 'mode'
      | 'expiresAt'
      | 'passwordHash'
      | 'notifyOnDownload'
      | 'notifyOnView'
      | 'notifyPerRecipient'
      | 'maxDownloads'
      | 'commentsEnabled'
      | 'likesEnabled'
      | 'label'
      | 'allowUpload'
      | 'uploadMaxFileBytes'
      | 'uploadMaxFiles'
      | 'uploadAllowedTypes'
      | 'coverItemId'
  ]?: ShareRow[Field] | undefined;
};

const toFlag = (value: boolean | undefined): Flag | undefined => (value === undefined ? undefined : value ? 1 : 0);

/** Returns false if the share was revoked meanwhile. Setting or clearing the password ends all unlock grants. */
export async function updateShare(tx: Tx, rowId: number, change: ShareChange): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set((of) => ({
      // An update statement must set something.
      owner_id: of.ref('owner_id'),
      mode: change.mode,
      expires_at: change.expiresAt,
      password_hash: change.passwordHash,
      password_version: change.passwordHash === undefined ? undefined : of('password_version', '+', 1),
      notify_on_download: toFlag(change.notifyOnDownload),
      notify_on_view: toFlag(change.notifyOnView),
      notify_per_recipient: toFlag(change.notifyPerRecipient),
      max_downloads: change.maxDownloads,
      comments_enabled: toFlag(change.commentsEnabled),
      likes_enabled: toFlag(change.likesEnabled),
      label: change.label,
      allow_upload: toFlag(change.allowUpload),
      upload_max_file_bytes: change.uploadMaxFileBytes,
      upload_max_files: change.uploadMaxFiles,
      cover_id: change.coverItemId,
      upload_allowed_types: change.uploadAllowedTypes && JSON.stringify(change.uploadAllowedTypes),
    }))
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the share, its slug and its files until the transaction ends. Returns false if the share is revoked. */
export const lockShare = (tx: Tx, rowId: number): Promise<boolean> => updateShare(tx, rowId, {});

/** Frees the slug. The generated short code stays taken. Returns false if the share was revoked meanwhile. */
export async function revokeShareRow(tx: Tx, rowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set({ revoked_at: now })
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  await deleteSlug(tx, rowId);
  return row !== undefined;
}

export async function insertShareFiles(tx: Tx, shareRowId: number, fileIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('share_files')
    .values(fileIds.map((id, position) => ({ share_id: shareRowId, item_id: id, position })))
    .execute();
}

export async function findNewestMultiShare(reader: Reader, fileId: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('share_files as f')
    .innerJoin('shares as s', 's.row_id', 'f.share_id')
    .select('s.row_id')
    .where('f.item_id', '=', fileId)
    .where('s.further_item_id', 'is', null)
    .where('s.revoked_at', 'is', null)
    .orderBy('s.row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.row_id;
}

/** Removes files from a multi-share, and returns the number of those left; undefined if it has none of them or is revoked. */
export async function removeShareFiles(
  tx: Tx,
  shareRowId: number,
  fileIds: readonly string[],
): Promise<number | undefined> {
  // If two transactions remove the last two files, the second must see that none remains.
  if (fileIds.length === 0 || !(await lockShare(tx, shareRowId))) return undefined;
  const { numDeletedRows } = await tx
    .deleteFrom('share_files')
    .where('share_id', '=', shareRowId)
    .where('item_id', 'in', fileIds)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return undefined;
  return countRows(
    tx
      .selectFrom('share_files as f')
      .innerJoin('items as i', 'i.id', 'f.item_id')
      .where('f.share_id', '=', shareRowId)
      .where('i.state', 'in', ['alive', 'trashed']),
  );
}

/** Returns false if the slug belongs to another share, or was ever generated as a short code. */
export async function insertSlug(tx: Tx, shareRowId: number, slug: string): Promise<boolean> {
  // The job of a purge ends the share, and frees its slug, later than the purge closes it.
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

export async function deleteShare(tx: Tx, itemId: string): Promise<void> {
  // The owner may have sent the link and set a slug before the upload failed.
  for (const table of ['short_links', 'share_recipients'] as const)
    await tx
      .deleteFrom(table)
      .where('share_id', 'in', (db) => db.selectFrom('shares').select('row_id').where('item_id', '=', itemId))
      .execute();
  await tx.deleteFrom('shares').where('item_id', '=', itemId).execute();
}

const countUp = (column: 'view_count' | 'download_count') =>
  compileOnce((tx: Tx, { shareRowId, times }: { shareRowId: number; times: number }) =>
    tx
      .updateTable('shares')
      .set((of) => ({ [column]: of(column, '+', times) }))
      .where('row_id', '=', shareRowId),
  );
export const countViews = countUp('view_count');
export const countDownloads = countUp('download_count');

/** Marks that the owner was notified of a download. Returns true the first time. */
export async function markNotified(tx: Tx, shareRowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set({ notified_at: now })
    .where('row_id', '=', shareRowId)
    .where('notified_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes the shares of an owner (owners.row_id) batch by batch. */
export const sharesOfOwner =
  (ownerId: number, now: number): RowBatch =>
  async (tx, limit) => {
    const rows = await tx
      .selectFrom('shares')
      .select('row_id')
      .where('owner_id', '=', ownerId)
      .where('revoked_at', 'is', null)
      .limit(limit)
      .execute();
    for (const { row_id: rowId } of rows) await revokeShareRow(tx, rowId, now);
    return rows.length;
  };
