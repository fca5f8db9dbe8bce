import { type BaseUrl, type Clock, isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { ListedShare, Pagination } from '@drive/contract';
import type { Reader } from '../../../platform/db/index.ts';
import type { Files, HeldBack } from '../../files/index.ts';
import { isUsedUp } from '../open-share.ts';
import { toDescriptor } from '../share-descriptor.ts';
import type { ShareRow } from '../share-store.ts';
import {
  countListedShares,
  findListedShareRow,
  listLinkRowsOf,
  listListedShareRows,
  listReachable,
  type ListedItem,
  type ListedShareRow,
} from './share-listing-store.ts';

interface ListingDeps {
  readonly clock: Clock;
  readonly baseUrl: BaseUrl;
  readonly files: HeldBack & Pick<Files, 'publicUrls'>;
}

export interface ShareListing {
  readonly shares: ListedShare[];
  readonly pagination: Pagination;
}

/** Newest first, without shares of purged items. */
export async function listShares(
  { clock, baseUrl, files }: ListingDeps,
  reader: Reader,
  { ownerId, ...page }: PageRequest & { readonly ownerId: number },
): Promise<ShareListing> {
  const totalItems = await countListedShares(reader, ownerId);
  const { rows, nextCursor } = await readPage(
    page,
    (slice) => listListedShareRows(reader, ownerId, slice),
    ({ share }) => [share.rowId],
  );
  return {
    shares: await toListed({ clock, baseUrl, files }, reader, rows),
    pagination: paginationOf(page, totalItems, nextCursor),
  };
}

/** undefined also if its item is purged. */
export async function findListedShare(
  { clock, baseUrl, files }: ListingDeps,
  reader: Reader,
  { ownerId, token }: { readonly ownerId: number; readonly token: string },
): Promise<ListedShare | undefined> {
  const row = await findListedShareRow(reader, { ownerId, token });
  return row && (await toListed({ clock, baseUrl, files }, reader, [row]))[0];
}

/** All links of an item, oldest first. */
export async function listLinksOfItem(
  { clock, baseUrl, files }: ListingDeps,
  reader: Reader,
  itemId: string,
): Promise<ListedShare[]> {
  return toListed({ clock, baseUrl, files }, reader, await listLinkRowsOf(reader, itemId));
}

async function toListed(
  { clock, baseUrl, files }: ListingDeps,
  reader: Reader,
  rows: readonly ListedShareRow[],
): Promise<ListedShare[]> {
  const listed = await listListed(
    files,
    reader,
    rows.map(({ share }) => share),
    clock.now(),
  );
  return rows.map(({ share, item, driveId, fileCount, createdBy }) => ({
    ...toDescriptor({ baseUrl, files }, share, listed.get(share.rowId)),
    kind: item === undefined ? 'multi' : item.isFolder ? 'folder' : 'file',
    itemId: share.itemId,
    driveId,
    name: item?.name ?? `${fileCount} files`,
    slug: share.slug,
    fileCount,
    viewCount: share.viewCount,
    downloadCount: share.downloadCount,
    likeCount: share.likeCount,
    commentCount: share.commentCount,
    uploadCount: share.uploadCount,
    createdAt: isoTime(share.createdAt),
    createdBy,
  }));
}

/** Returns which of these shares (shares.row_id) search finds and search engines may index: open, PUBLIC, without a password; with what they open. */
export async function listListed(
  heldBack: HeldBack,
  reader: Reader,
  shares: readonly ShareRow[],
  now: number,
): Promise<ReadonlyMap<number, ListedItem>> {
  const candidates = shares.filter(
    ({ mode, passwordHash, expiresAt, ...share }) =>
      mode === 'PUBLIC' && passwordHash === null && (expiresAt === null || expiresAt > now) && !isUsedUp(share),
  );
  return await listReachable(
    reader,
    heldBack,
    candidates.map(({ rowId }) => rowId),
  );
}
