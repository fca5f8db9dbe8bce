import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../schemas/primitives.ts';
import {
  declaredDigests,
  NewUpload,
  NewUploadBatch,
  UploadReservation,
  UploadReservations,
  UploadStatus,
} from '../schemas/uploads-schemas.ts';

const sessionId = z.object({ sessionId: Id });
const refusals = [
  'folder_not_found',
  'name_conflict',
  'storage_quota_exceeded',
  'item_quota_exceeded',
  'payload_too_large',
  'precondition_failed',
] as const;

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  tag: 'Uploads',
  summary: 'Reserve an upload',
  description:
    'The first of two calls. Checks the name, folder, size and quota, and returns the URL to send the bytes to.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { folder: 'body.parentFolderId' },
  driveRoot: 'body.parentFolderId',
  body: NewUpload,
  idempotency: 'replay',
  responses: { 201: { description: 'The reservation.', schema: UploadReservation } },
  errors: refusals,
});

export const createUploadBatch = endpoint({
  id: 'createUploadBatch',
  method: 'POST',
  path: '/api/uploads/batch',
  tag: 'Uploads',
  summary: 'Reserve up to 100 uploads at once',
  description: 'Reserves either all uploads or none. The response lists the reservations in the order of the request.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { folder: 'body.files.parentFolderId' },
  driveRoot: 'body.files.parentFolderId',
  body: NewUploadBatch,
  idempotency: 'replay',
  responses: { 201: { description: 'The reservations.', schema: UploadReservations } },
  errors: refusals,
});

export const getUploadStatus = endpoint({
  id: 'getUploadStatus',
  method: 'GET',
  path: '/api/uploads/{sessionId}/status',
  tag: 'Uploads',
  summary: 'Get the status of an upload',
  description:
    'Completes an upload whose bytes were sent to its `directUrl`: the object is found, its size checked, and the file created before the response. Its `sha256` is `null` until the server has read the object. Answers 409 `name_conflict` if such an upload may not have its name by now (see `onConflict`), and 412 `precondition_failed` if what it was to meet has changed (see `ifMatch` and `ifAbsent`), and ends it as FAILED.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: {},
  params: sessionId,
  responses: { 200: { description: 'The upload session.', schema: UploadStatus } },
  errors: [
    'access_denied',
    'upload_session_not_found',
    'name_conflict',
    'precondition_failed',
    'item_quota_exceeded',
    'storage_failure',
  ],
});

export const putUploadBytes = endpoint({
  id: 'putUploadBytes',
  method: 'PUT',
  path: '/files/uploads/{sessionId}',
  tag: 'Bytes',
  summary: 'Send the bytes of an upload in one request',
  description: `The body is the file; \`Content-Length\` must equal the reserved size. The response is sent after the bytes and the database row are durable. ${declaredDigests} Answers 409 \`upload_in_progress\` if another request is sending the bytes of this upload. A request that has sent no bytes for 10 seconds is preempted by a new request and gets \`upload_in_progress\` itself. An upload that may not have its name by now (see \`onConflict\`) answers 409 \`name_conflict\`, one that meets another content or an item (see \`ifMatch\` and \`ifAbsent\`) 412 \`precondition_failed\`; both end as FAILED: reserve another one.`,
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  params: sessionId,
  unknownParam: 'upload_session_not_found',
  responses: { 200: { description: 'The file is stored.', schema: UploadStatus } },
  errors: [
    'upload_size_mismatch',
    'digest_mismatch',
    'file_type_not_allowed',
    'origin_not_allowed',
    'bad_request',
    'name_conflict',
    'precondition_failed',
    'item_quota_exceeded',
    'upload_session_not_found',
    'upload_already_complete',
    'upload_in_progress',
    'upload_session_expired',
    'length_required',
    'unsupported_media_type',
    'storage_failure',
  ],
});

export const cancelUpload = endpoint({
  id: 'cancelUpload',
  method: 'DELETE',
  path: '/files/uploads/{sessionId}',
  tag: 'Bytes',
  summary: 'Cancel an upload',
  description: 'Releases the reserved name and bytes.',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  params: sessionId,
  unknownParam: 'upload_session_not_found',
  responses: { 204: { description: 'Cancelled.', schema: null } },
  errors: ['upload_session_not_found', 'upload_already_complete', 'upload_session_expired', 'storage_failure'],
});
