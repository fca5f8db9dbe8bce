import { contentTypeOf } from '@drive/sdk';
import type { Upload } from './upload.ts';

const conflictOf = ({ choice }: Upload): 'rename' | 'replace' | 'fail' =>
  choice === 'rename' || choice === 'replace' ? choice : 'fail';

/** Options of a file that is sent by itself. */
export const sendOptions = (upload: Upload) => ({
  name: upload.file.name,
  folderId: upload.folderId,
  onConflict: conflictOf(upload),
});

/** What the server is told to reserve a file with others. */
export const newUpload = (upload: Upload) => ({
  fileName: upload.file.name,
  contentType: upload.file.type || contentTypeOf(upload.file.name),
  fileSizeBytes: upload.file.size,
  modifiedAt: new Date(upload.file.lastModified).toISOString(),
  onConflict: conflictOf(upload),
  ...(upload.folderId === null ? {} : { parentFolderId: upload.folderId }),
});
