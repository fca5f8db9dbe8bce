/** What needs a file system: uploads from paths, downloads to paths, a resume store on disk. */
export { downloadArchive } from './download-archive.ts';
export { downloadFile } from './download-file.ts';
export { downloadSharedFile, type SharedDownloadOptions } from './download-shared-file.ts';
export {
  downloadToPath,
  type DownloadOptions,
  type DownloadProgress,
  type DownloadResult,
} from './download-to-path.ts';
export { fileResumeStore } from './file-resume-store.ts';
export { putPath } from './put-path.ts';
export { uploadFolder } from './upload-folder.ts';
export { uploadPath } from './upload-path.ts';
