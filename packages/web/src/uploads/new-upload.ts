import {
  browserResumeStore,
  contentTypeOf,
  DriveError,
  type NewUpload,
  type ResumeStore,
  type UploadOptions,
  type UploadReservation,
} from '@drive/sdk';
import type { Upload } from './upload.ts';

const conflictOf = ({ choice }: Upload): 'rename' | 'replace' | 'fail' =>
  choice === 'rename' || choice === 'replace' ? choice : 'fail';

/** Options of a single file. A reservation keeps its policy, so that it is continued only with the same one. */
export const sendOptions = (upload: Upload): UploadOptions => ({
  name: upload.file.name,
  parentId: upload.folderId,
  onConflict: conflictOf(upload),
  resumeKey: `${upload.file.name} ${upload.file.lastModified} ${conflictOf(upload)}`,
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

/** Reservation of a small file. */
export type Reserved = UploadReservation & {
  /** The server may have received the bytes: the connection broke before it answered. */
  readonly isUnsure?: true;
};

const lostCodes: ReadonlySet<string> = new Set([
  'upload_session_expired',
  'upload_session_not_found',
  // By the connection that broke.
  'upload_in_progress',
]);

/** Whether no byte can be sent to a reservation any more. */
export const isLost = (error: unknown): boolean => error instanceof DriveError && lostCodes.has(error.code);

/** The place of interrupted uploads; undefined if the browser keeps nothing for this site. */
export function openResumeStore(): ResumeStore | undefined {
  try {
    return browserResumeStore();
  } catch {
    return undefined;
  }
}
