/** Functions for files on disk: uploads, downloads, and a resume store. */
export { downloadArchive, downloadFile, downloadSharedFile, type SharedDownloadOptions } from './downloads.ts';
export {
  downloadFolder,
  type DownloadedFile,
  type FolderDownloadOptions,
  type FolderDownloadResult,
  type SharedFolderOptions,
} from './download-folder.ts';
export {
  downloadToPath,
  type DownloadOptions,
  type DownloadProgress,
  type DownloadResult,
} from './download-to-path.ts';
export { fileResumeStore } from './file-resume-store.ts';
export { findFold, type Fold } from './fold-names.ts';
export { createDirectory, longestNameIn, nameOnWindows, nameThatFits, splitTemporary } from './local-paths.ts';
export { removePartialDownloads } from './partial-note.ts';
export { SharedUrls, type SharedUrlsOptions } from './shared-urls.ts';
export { uploadFolder } from './upload-folder.ts';
export type { PathSourceOptions } from './path-source.ts';
export { putFile, putPath, uploadPath } from './upload-path.ts';
