import type { Item } from '@drive/contract';
import { isoTime, optionalIsoTime } from '../../platform/clock.ts';
import { contentKindOf } from './content-kind.ts';
import type { FileRow } from './file-row.ts';
import { isCopiedByThumbnail, previewUrl, type PreviewUrlDeps } from './preview-url.ts';

/** What an item tells of itself: without what only the server's tables know. */
export type ItemFacts = Omit<FileRow, 'rowId' | 'ownerId' | 'parentRowId' | 'crc32' | 'blobKey' | 'state' | 'ownState'>;

/** The share through which an item is shown. */
export interface ShownThrough {
  /** shares.row_id */
  readonly rowId: number;
  readonly passwordVersion: number;
  readonly maxDownloads: number | null;
}

/** The item as its owner sees it, or as visitors of a share do: with a thumbnail that ends with the share. */
export type ToItem = (row: ItemFacts, through?: ShownThrough) => Item;

export const createToItem =
  (deps: PreviewUrlDeps): ToItem =>
  (row, through) => {
    const item = toBareItem(row);
    if (row.previewKey !== null) item.previewUrl = previewUrlOf(deps, row, through);
    return item;
  };

function previewUrlOf(deps: PreviewUrlDeps, row: ItemFacts, through: ShownThrough | undefined): string | null {
  if (through === undefined) return previewUrl(deps, row.id, null);
  if (through.maxDownloads !== null && isCopiedByThumbnail(row.sizeBytes)) return null;
  const { rowId, passwordVersion } = through;
  return previewUrl(deps, row.id, { kind: 'share', rowId, passwordVersion });
}

/** The item without its preview: a folder has none, and what is in the trash shows none. */
export const toBareItem = (row: ItemFacts): Item => ({
  id: row.id,
  name: row.name,
  type: row.isFolder ? 'folder' : 'file',
  contentKind: row.isFolder ? 'folder' : contentKindOf(row.mimeType, row.name),
  parentId: row.parentId,
  size: row.sizeBytes,
  mimeType: row.mimeType,
  previewUrl: null,
  shareMode: row.shareMode ?? 'PRIVATE',
  shareToken: row.shareToken,
  uploadedAt: isoTime(row.createdAt),
  deletedAt: optionalIsoTime(row.deletedAt),
  downloadCount: row.downloadCount,
  likesCount: row.likeCount ?? 0,
  commentsCount: row.commentCount ?? 0,
  sha256: row.sha256,
  quarantined: row.quarantined,
});
