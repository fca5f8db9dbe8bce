import { isoTime, optionalIsoTime } from '@drive/base';
import type { Item } from '@drive/contract';
import { readAnnotations } from './annotations.ts';
import { contentKindOf } from './content-kind.ts';
import type { ItemFields } from './item-row.ts';
import { changeTagOf } from './precondition.ts';
import type { PublicUrls } from './public-url.ts';
import { isCopiedByThumbnail, type ThumbnailUrl } from './url-token.ts';

export interface ShownThrough {
  readonly rowId: number;
  readonly passwordVersion: number;
  readonly maxDownloads: number | null;
}

/** The item for its owner, or for visitors of a share: the URL of its thumbnail then ends with the share. */
export type ToItem = (row: ItemFields, through?: ShownThrough) => Item;

export const createToItem =
  (thumbnailUrl: ThumbnailUrl, publicUrls: PublicUrls): ToItem =>
  (row, through) => {
    // What an owner notes on an item, and how often it changed, is not for visitors.
    const item = toBareItem(through === undefined ? row : { ...row, annotations: null, starCount: 0, revision: 0 });
    item.publicUrl = publicUrls.find(row);
    if (row.thumbnailKey === null) return item;
    if (through === undefined) item.previewUrl = thumbnailUrl(row, null);
    else if (through.maxDownloads === null || !isCopiedByThumbnail(row.sizeBytes)) {
      const { rowId, passwordVersion } = through;
      item.previewUrl = thumbnailUrl(row, { kind: 'share', rowId, passwordVersion });
    }
    return item;
  };

/** The item without a thumbnail and a public URL, as the trash shows it. */
export const toBareItem = (row: ItemFields): Item => ({
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
  publicUrl: null,
  uploadedAt: isoTime(row.createdAt),
  modifiedAt: optionalIsoTime(row.modifiedAt),
  deletedAt: optionalIsoTime(row.deletedAt),
  downloadCount: row.downloadCount,
  likesCount: row.likeCount ?? 0,
  commentsCount: row.commentCount ?? 0,
  sha256: row.sha256,
  quarantined: row.quarantined,
  scan: row.scan,
  virus: row.virus,
  changeTag: changeTagOf(row),
  ...annotationFieldsOf(row),
});

function annotationFieldsOf({
  annotations,
  starCount,
}: Pick<ItemFields, 'annotations' | 'starCount'>): Pick<Item, 'metadata' | 'tags' | 'starred'> {
  const { metadata, tags } = readAnnotations(annotations);
  // Only its owner can star an item.
  return { metadata, tags: [...tags], starred: starCount > 0 };
}
