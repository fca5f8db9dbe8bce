/**
 * The tree: every owner's folders and files, their contents, annotations and copies, and how many bytes and items count in a
 * quota. Writes items, file_versions, content_checksums, dropped_contents, item_terms, item_stars, quarantines,
 * released_contents, operations, operation_folders, name_changes, thumbnail_sizes and storage_usage.
 *
 * Every transaction preserves these invariants:
 * - Every owner who has anything has exactly one folder without a parent, the root, which the API never shows.
 * - `items.state` is an item's own state. Its effective state is that of the nearest item, from it upward, that is not alive.
 * - Among the children of a folder whose own state is alive, names are unique.
 * - A folder's `child_files` and `child_folders` count its children whose own state is alive; its `size` is the sum of their sizes.
 * - An owner's stored bytes are the sizes of all files that are effectively alive or trashed, of all versions, of metadata, of
 *   WebDAV properties, and of pastes that have their content; the trash bytes are those of the trashed files, the reserved bytes
 *   those of open upload sessions.
 * - Whoever changes the tree of an owner takes the tree lock of the owner (`lockTree`) before any row of items.
 */
export { requireReplaceable, type AddedFile, type FileToAdd } from './contents/add-file.ts';
export { givenBytes, type GivenAnnotations } from './items/annotations.ts';
export { parseIfMatch, requirePrecondition, type Precondition } from './items/precondition.ts';
export { stateFromAbove } from './tree/ancestor-store.ts';
export { checkAnnotations, repairAnnotations } from './annotations/check-annotations.ts';
export {
  checkFolders,
  checkUsage,
  listFilesToCheck,
  moveToRoot,
  removeThumbnail,
  repairFolder,
  repairUsage,
} from './contents/check-files.ts';
export { isStillNamed } from './contents/dropped-content-store.ts';
export type { CheckedFile } from './contents/file-check-store.ts';
export { confineRequest } from './confine-request.ts';
export type { Checksums } from './contents/content-checksum-store.ts';
export type { AccessTarget } from './tree/folder-store.ts';
export { createFiles } from './create-files.ts';
export type { CopyAnswer, SharedSource } from './copies/shared-source.ts';
export type { Files, FolderAccess } from './files.ts';
export type { ImageSize } from './contents/thumbnail-store.ts';
export { contentDates } from './contents/file-contents.ts';
export type { EmptyFolder, FileBelow } from './tree/descendants.ts';
export { folderNameFrom } from './tree/folders.ts';
export { splitName } from './tree/free-name.ts';
export {
  belowFile,
  formatItemPath,
  parseItemPath,
  pathRootOf,
  type ItemAtPath,
  type ItemPath,
} from './tree/item-path.ts';
export { isSameTree, type FileRow } from './items/item-row.ts';
export { publicVersionOf } from './items/public-url.ts';
export type { HeldBack, HeldBackReason } from './quarantine/held-back.ts';
export { requestStoredScan, type VirusFound } from './quarantine/scan-jobs.ts';
export {
  driveNotFound,
  fileNotFound,
  folderNotFound,
  ownerOfList,
  requireDriveRoot,
  type InDrive,
  type PathRoot,
} from './tree/find-item.ts';
export { quotaExceeded, requireRoom, type RoomTaken, type StorageOf } from './tree/storage-usage-store.ts';
export { createNameSearch } from './search/name-search.ts';
export { parseWords } from './search/search-words.ts';
export { missingSearchIndexes } from './search/trigram-search-store.ts';
export {
  contentTagOf,
  isCopiedByThumbnail,
  userOriginOf,
  readUrlToken,
  writeUrlToken,
  type LinkOrigin,
  type MemberOrigin,
  type SignedUrl,
  type SignedUrlKind,
  type UserOrigin,
} from './items/url-token.ts';
