import {
  browserResumeStore,
  contentTypeOf,
  type NewUpload,
  type ResumeStore,
  type UploadOptions,
  type UploadReservation,
} from '@drive/sdk';
import type { Upload } from './upload.ts';

const conflictOf = ({ choice }: Upload): 'rename' | 'replace' | 'fail' =>
  choice === 'rename' || choice === 'replace' ? choice : 'fail';

/** Options of a single file. */
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

export type Session = Pick<UploadReservation, 'sessionId'>;

/** The place of interrupted uploads; undefined if the browser keeps nothing for this site. */
export function openResumeStore(): ResumeStore | undefined {
  try {
    return browserResumeStore();
  } catch {
    return undefined;
  }
}
