import type { FileItem, FolderItem, Item, ListedShare, TrashedItem } from '@drive/sdk';

const common = {
  parentId: null,
  previewUrl: null,
  shareMode: 'PRIVATE',
  shareToken: null,
  publicUrl: null,
  uploadedAt: '2026-11-03T12:00:00.000Z',
  modifiedAt: null,
  deletedAt: null,
  downloadCount: 0,
  likesCount: 0,
  commentsCount: 0,
  quarantined: false,
  scan: null,
  virus: null,
  changeTag: 'c1',
  metadata: {},
  tags: [] as string[],
  starred: false,
  role: 'owner',
  ownerId: null,
  ownerName: null,
  driveId: null,
  createdBy: null,
  modifiedBy: null,
} as const;

export const fileOf = (name: string, fields: Partial<FileItem> = {}): FileItem => ({
  ...common,
  id: `id of ${name}`,
  name,
  type: 'file',
  contentKind: 'text',
  size: 2048,
  mimeType: 'text/plain',
  sha256: '0'.repeat(64),
  ...fields,
});

export const folderOf = (name: string, fields: Partial<FolderItem> = {}): FolderItem => ({
  ...common,
  id: `id of ${name}`,
  name,
  type: 'folder',
  contentKind: 'folder',
  size: null,
  mimeType: null,
  sha256: null,
  ...fields,
});

/** The only page of a list. */
export const pageOf = (files: readonly Item[]) => ({
  files,
  pagination: { currentPage: 1, totalItems: files.length, totalPages: 1, nextCursor: null },
});

export const trashedOf = (name: string, fields: Partial<TrashedItem> = {}): TrashedItem =>
  ({ ...fileOf(name), deletedAt: '2026-11-01T12:00:00.000Z', path: null, ...fields }) as TrashedItem;

export const shareOf = (fields: Partial<ListedShare> = {}): ListedShare => ({
  shareToken: 'token',
  shareMode: 'SHARED',
  listed: false,
  shareUrl: 'http://localhost/share/token',
  shortUrl: 'http://localhost/s/abc',
  publicUrl: null,
  expiresAt: null,
  passwordProtected: false,
  notifyOwnerOnDownload: false,
  notifyOnView: false,
  notifyPerRecipient: false,
  label: null,
  coverItemId: null,
  allowUpload: false,
  uploadMaxFileBytes: null,
  uploadMaxFiles: null,
  uploadAllowedTypes: null,
  uploadCount: 0,
  createdBy: null,
  driveId: null,
  maxDownloads: null,
  commentsEnabled: false,
  likesEnabled: false,
  kind: 'file',
  itemId: 'id of a.txt',
  name: 'a.txt',
  slug: null,
  fileCount: 1,
  viewCount: 0,
  downloadCount: 0,
  likeCount: 0,
  commentCount: 0,
  createdAt: '2026-11-03T12:00:00.000Z',
  ...fields,
});
