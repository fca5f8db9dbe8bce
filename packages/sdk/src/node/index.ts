/** What needs a file system: uploads from paths, downloads to paths, a resume store on disk. */
export { downloadArchive, downloadFile, downloadSharedFile, type SharedDownloadOptions } from './downloads.ts';
export {
  downloadToPath,
  type DownloadOptions,
  type DownloadProgress,
  type DownloadResult,
} from './download-to-path.ts';
export { fileResumeStore } from './file-resume-store.ts';
export { uploadFolder } from './upload-folder.ts';
export { putPath, uploadPath } from './upload-path.ts';
