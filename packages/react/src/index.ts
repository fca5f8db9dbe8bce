/** React components that upload into a Drive server, and show what is there. */
export { FileBrowser, type FileBrowserProps, type FileBrowserTexts } from './file-browser.tsx';
export { UploadButton } from './upload-button.tsx';
export { UploadDropzone } from './upload-dropzone.tsx';
export type { UploadControllerOptions, UploadItem } from './upload-controller.ts';
export type { UploadProps } from './upload-parts.tsx';
export type { UploadTexts } from './upload-texts.ts';
export { useUpload, type Uploads } from './use-upload.ts';
