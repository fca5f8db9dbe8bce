import type { ListedShare } from '@drive/contract';
import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { paginationOf, rowsOf, type PageWish } from '../../platform/paging.ts';
import { toDescriptor } from './descriptor.ts';
import { countShares, listListed, listShareRows } from './share-listing-store.ts';

export interface ShareListing {
  readonly shares: ListedShare[];
  readonly pagination: { readonly currentPage: number; readonly totalItems: number; readonly totalPages: number };
}

/** One page of an owner's shares, the newest first; without those of what was deleted for good. */
export async function listShares(
  reader: Reader,
  clock: Clock,
  baseUrl: string,
  { ownerId, page, limit }: PageWish & { readonly ownerId: number },
): Promise<ShareListing> {
  const totalItems = await countShares(reader, ownerId);
  const rows = await listShareRows(reader, ownerId, rowsOf({ page, limit }));
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
    pagination: paginationOf({ page, limit }, totalItems),
  };
}
