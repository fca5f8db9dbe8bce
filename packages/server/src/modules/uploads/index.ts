/**
 * Uploads: a reservation, then the bytes by one PUT, by tus in chunks, or by a form; or all in one request by path.
 * Writes upload_sessions.
 *
 * `@drive/upload-protocol` and `declared-facts.ts` read what a request says, `check-upload.ts` decides whether they may be
 * stored, `reception.ts` and, for browsers' forms, `form-reception.ts` store them. `reserve.ts` creates a session, `finalize.ts`
 * ends it, `content-types.ts` and, as bytes arrive, `arrival-guard.ts` compare them with the accepted types, `session-locks.ts` and, among several servers, `session-leases.ts` lock it for one request, `session-expiry.ts` and
 * `orphaned-bytes.ts` clean up. `upload-routes.ts`, `put-by-path.ts` and `tus-routes.ts` are the endpoints.
 *
 * Invariants:
 * - The bytes of a COMPLETE session were durable under their key before the session and its file were written.
 * - A response reports a complete upload only after that commit.
 * - The offset of a tus upload is the size of the staged bytes.
 * - An aborted PUT is never resumed.
 * - A user's reserved bytes are the total size of the user's open sessions.
 */
export { listStagedOrphans, oldBeforeOf } from './sessions/orphaned-bytes.ts';
export { createMemoryLocks } from './sessions/session-locks.ts';
export { listUsedBlobKeys } from './sessions/upload-session-store.ts';
export { createUploads, type Uploads, type UploadsDeps } from './create-uploads.ts';
export { checkUpload, type UploadFacts, type UploadRules } from './sessions/check-upload.ts';
export type { StoredFile } from './bytes/file-to-store.ts';
export type { FormReception } from './bytes/form-reception.ts';
export {
  sessionExpired,
  type GrantedUpload,
  type NotifyOfEnd,
  type ShareUpload,
  type UploadEnd,
  type UploadPurpose,
  type UploadPermission,
} from './sessions/upload-session.ts';
export { annotationsOf, preconditionOf, type VisitorOwner, type UploadToReserve } from './sessions/reserve.ts';
