import type { Item } from '@drive/contract';
import { isoTime, optionalIsoTime } from '../../platform/clock.ts';
import { contentKindOf } from './content-kind.ts';
import type { FileRow } from './file-row.ts';

/** What an item tells of itself: without what only the server's tables know. */
export type ItemFacts = Omit<FileRow, 'rowId' | 'ownerId' | 'parentRowId' | 'blobKey' | 'state' | 'ownState'>;

/** The item as its owner sees it. */
export const toItem = (row: ItemFacts): Item => ({
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
  likesCount: 0,
  commentsCount: 0,
  sha256: row.sha256,
  quarantined: row.quarantined,
});
