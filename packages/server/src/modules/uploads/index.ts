/**
 * Uploads: a reservation, then the bytes by one PUT, by tus in chunks, or by a form; or all in one request by path.
 * Writes upload_sessions.
 *
 * `put-by-path.ts` and `store-file.ts` store a file from one request of its owner, without a session that the client
 * knows. `reserve.ts` creates a session. `put-upload.ts`, `tus-store.ts` and `form-upload.ts` stage its bytes,
 * `finalize.ts` ends it, `session-locks.ts` and, among several servers, `session-leases.ts` lock it for one request,
 * `session-expiry.ts` and `orphaned-bytes.ts` clean up.
 *
 * Invariants:
 * - The bytes of a COMPLETE session were durable under their key before the session and its file were written.
 * - A response reports a complete upload only after that commit.
 * - The offset of a tus upload is the size of the staged bytes.
 * - An aborted PUT is never resumed.
 * - A user's reserved bytes are the total size of the user's open sessions.
 */
export { listStagedOrphans, oldBeforeOf } from './orphaned-bytes.ts';
export { createMemoryLocks } from './session-locks.ts';
export { listUsedBlobKeys } from './upload-session-store.ts';
export { createUploads, type Uploads, type UploadsDeps } from './create-uploads.ts';
export type { FormUpload, FormUploadLimits, StagedFormFile } from './form-upload.ts';
export {
  announcedFormBytes,
  formOverheadBytes,
  receiveForm,
  type ReceivedFile,
  type ReceivedForm,
} from './multipart-form.ts';
export type { UploadEnd } from './upload-session.ts';
export type { VisitorOwner, UploadToReserve } from './reserve.ts';
