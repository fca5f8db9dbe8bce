import { contentTypeOf, type NewUpload, type UploadOptions } from '@drive/sdk';
import type { Upload } from './upload.ts';

const conflictOf = ({ choice }: Upload): 'rename' | 'replace' | 'fail' =>
  choice === 'rename' || choice === 'replace' ? choice : 'fail';

/** Options of a file that is sent by itself. */
export const sendOptions = (upload: Upload): UploadOptions => ({
  name: upload.file.name,
  parentId: upload.folderId,
  onConflict: conflictOf(upload),
});

/** Reservation of a file that is reserved together with others. */
export const newUpload = (upload: Upload): NewUpload => ({
  fileName: upload.file.name,
  contentType: upload.file.type || contentTypeOf(upload.file.name),
  fileSizeBytes: upload.file.size,
  modifiedAt: new Date(upload.file.lastModified).toISOString(),
  onConflict: conflictOf(upload),
  ...(upload.folderId === null || upload.folderId === undefined ? {} : { parentFolderId: upload.folderId }),
});
