/** What needs a file system: uploads from paths, downloads to paths, a resume store on disk. */
export { downloadToPath, type DownloadOptions, type DownloadResult } from './download-to-path.ts';
export { fileResumeStore } from './file-resume-store.ts';
export { putPath } from './put-path.ts';
export { uploadPath } from './upload-path.ts';
