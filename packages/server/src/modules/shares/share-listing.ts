import type { ListedShare, Pagination } from '@drive/contract';
import { sql } from 'kysely';
import { isoTime, type Clock } from '../../platform/clock.ts';
import type { BaseUrl } from '../../platform/base-url.ts';
import type { Reader } from '../../platform/db/database.ts';
import { isAfter } from '../../platform/db/after-keys.ts';
import { paginationOf, readPage, type PageRequest, type PageSlice } from '../../platform/paging.ts';
import { stateFromAbove } from '../files/index.ts';
import { isUsedUp } from './open-share.ts';
import { toDescriptor } from './share-descriptor.ts';
import { isNotPurged, selectShares, shareRow, type ShareRow } from './share-store.ts';

export interface ShareListing {
  readonly shares: ListedShare[];
  readonly pagination: Pagination;
}

/** One page of an owner's shares, newest first, without shares of purged items. */
export async function listShares(
  reader: Reader,
  clock: Clock,
  baseUrl: BaseUrl,
  { ownerId, ...page }: PageRequest & { readonly ownerId: number },
): Promise<ShareListing> {
  const totalItems = await countShares(reader, ownerId);
  const { rows, nextCursor } = await readPage(
    page,
    (slice) => listShareRows(reader, ownerId, slice),
    ({ share }) => [share.rowId],
  );
  const listed = await listListed(
    reader,
    rows.map(({ share }) => share),
    clock.now(),
  );
  return {
    shares: rows.map(({ share, item, fileCount }) => ({
      ...toDescriptor(baseUrl, share, listed.has(share.rowId)),
      kind: item === undefined ? 'multi' : item.isFolder ? 'folder' : 'file',
      itemId: share.itemId,
      name: item?.name ?? `${fileCount} files`,
      fileCount,
      viewCount: share.viewCount,
      downloadCount: share.downloadCount,
      likeCount: share.likeCount,
      commentCount: share.commentCount,
      createdAt: isoTime(share.createdAt),
    })),
    pagination: paginationOf(page, totalItems, nextCursor),
  };
}

interface ListedShareRow {
  readonly share: ShareRow;
  /** undefined for a multi-share. */
  readonly item: { readonly name: string; readonly isFolder: boolean } | undefined;
  /** For a folder, the number of files directly in it. */
  readonly fileCount: number;
}

/** The share of an upload in progress, whose item does not exist yet, is not listed. */
const isThere = sql<boolean>`(s.item_id is null or item.state in ('alive', 'trashed'))`;

/** Whether an item is open to visitors. */
const isOpenItem = sql<boolean>`i.state = 'alive' and ${stateFromAbove('i.parent_id')} = 'alive'`;

/** Returns which of these shares (shares.row_id) search finds and search engines may index: open, PUBLIC, without a password. */
export async function listListed(
  reader: Reader,
  shares: readonly ShareRow[],
  now: number,
): Promise<ReadonlySet<number>> {
  const candidates = shares.filter(
    ({ mode, passwordHash, expiresAt, ...share }) =>
      mode === 'PUBLIC' && passwordHash === null && (expiresAt === null || expiresAt > now) && !isUsedUp(share),
  );
  if (candidates.length === 0) return new Set();
  const rows = await reader
    .selectFrom('shares as s')
    .select('s.row_id')
    .where(
      's.row_id',
      'in',
      candidates.map(({ rowId }) => rowId),
    )
    .where(
      sql<boolean>`case when s.item_id is null
        then exists (select 1 from share_files as f join items as i on i.id = f.item_id
          where f.share_id = s.row_id and ${isOpenItem})
        else exists (select 1 from items as i
          where i.id = s.item_id and (i.is_folder = 1 or i.quarantined = 0) and ${isOpenItem}) end`,
    )
    .execute();
  return new Set(rows.map(({ row_id: rowId }) => rowId));
}

async function countShares(reader: Reader, ownerId: number): Promise<number> {
  const row = await reader
    .selectFrom('shares as s')
    .leftJoin('items as item', 'item.id', 's.item_id')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('s.owner_id', '=', ownerId)
    .where('s.revoked_at', 'is', null)
    .where(isThere)
    .where(isNotPurged)
    .executeTakeFirstOrThrow();
  return row.count;
}

async function listShareRows(
  reader: Reader,
  ownerId: number,
  { offset, limit, after }: PageSlice,
): Promise<ListedShareRow[]> {
  const rows = await selectShares(reader)
    .leftJoin('items as item', 'item.id', 's.item_id')
    .select([
      'item.name',
      'item.is_folder',
      'item.child_files',
      sql<number>`(select count(*) from share_files as f join items as i on i.id = f.item_id
        where f.share_id = s.row_id and i.state in ('alive', 'trashed'))`.as('files'),
    ])
    .where('s.owner_id', '=', ownerId)
    .where(isThere)
    .where(isAfter(after, ['s.row_id'], 'desc'))
    .orderBy('s.row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    share: shareRow.from(row),
    item: row.name === null ? undefined : { name: row.name, isFolder: row.is_folder === 1 },
    fileCount: row.name === null ? row.files : row.is_folder === 1 ? (row.child_files ?? 0) : 1,
  }));
}
