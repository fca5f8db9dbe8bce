import { isoTime, optionalIsoTime } from '@drive/base';
import type { Item } from '@drive/contract';
import { readAnnotations } from './annotations.ts';
import { contentKindOf } from './content-kind.ts';
import type { ItemFields } from './item-row.ts';
import { changeTagOf } from './precondition.ts';
import type { PublicUrls } from './public-url.ts';
import { isCopiedByThumbnail, type ThumbnailUrl, type UserOrigin } from './url-token.ts';

export interface ShownThrough {
  readonly rowId: number;
  readonly passwordVersion: number;
  readonly maxDownloads: number | null;
}

/**
 * The item without what only its viewer learns, or for visitors of a share. The URL of its thumbnail ends with the share, or with what
 * `user` has or was given; for neither there is none. Answers to users are made by `ItemViews`.
 */
export type ToItem = (row: ItemFields, through?: ShownThrough, user?: UserOrigin) => Item;

export const createToItem =
  (thumbnailUrl: ThumbnailUrl, publicUrls: PublicUrls): ToItem =>
  (row, through, user) => {
    // What an owner notes on an item, and how often it changed, is not for visitors.
    const item = toBareItem(through === undefined ? row : { ...row, annotations: null, starCount: 0, revision: 0 });
    item.publicUrl = publicUrls.find(row);
    if (row.thumbnailKey === null) return item;
    if (user !== undefined) item.previewUrl = thumbnailUrl(row, user);
    else if (through !== undefined && (through.maxDownloads === null || !isCopiedByThumbnail(row.sizeBytes))) {
      const { rowId, passwordVersion } = through;
      item.previewUrl = thumbnailUrl(row, { kind: 'share', rowId, passwordVersion });
    }
    return item;
  };

/** The item without a thumbnail and a public URL, as the trash shows it. */
function toBareItem(row: ItemFields): Item {
  const { metadata, tags } = readAnnotations(row.annotations);
  return {
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
    metadata,
    tags: [...tags],
    // What only a user learns, and whose: `ItemViews` adds it.
    starred: false,
    role: null,
    ownerId: null,
    ownerName: null,
    driveId: null,
    createdBy: null,
    modifiedBy: null,
  };
}
