/**
 * Uploads: a reservation, then the bytes, by one PUT or by tus in pieces. Writes upload_sessions.
 *
 * Who is who: `session.ts` says what a session is and `store.ts` speaks to its table; `reserve.ts` begins one,
 * `put-upload.ts` and `tus-upload.ts` bring its bytes by way of `receive.ts` and `intake.ts` those of a form, `finalize.ts` ends it, `lifecycle.ts` holds
 * the rest; `session-locks.ts` gives each session to one at a time; `expiry.ts` and `orphans.ts` clean up. `routes.ts`,
 * `byte-routes.ts` and `tus.ts` (with `tus-headers.ts`) speak HTTP.
 *
 * What always holds:
 * - A session that is COMPLETE has a file, and its bytes were durable under their key before either was written.
 * - Nobody is told of a complete upload, by whatever way, before the commit that makes it one.
 * - Nothing but the size of what is staged says how far a tus upload is.
 * - What a PUT has staged and not finished is never gone on from.
 * - A user's reserved bytes are the sizes of the open sessions.
 */
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
