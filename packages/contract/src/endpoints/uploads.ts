import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../schemas/primitives.ts';
import { NewUpload, NewUploadBatch, UploadReservation, UploadReservations, UploadStatus } from '../schemas/uploads.ts';

const sessionId = z.object({ sessionId: Id });
const refusals = ['folder_not_found', 'storage_quota_exceeded', 'payload_too_large'] as const;

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  tag: 'Uploads',
  summary: 'Reserve an upload',
  description:
    'The first of two calls: it checks name, folder, size and quota and answers the address that takes the bytes.',
  auth: 'required',
  body: NewUpload,
  idempotency: 'replay',
  responses: { 201: { description: 'Reserved.', schema: UploadReservation } },
  errors: refusals,
});

export const createUploadBatch = endpoint({
  id: 'createUploadBatch',
  method: 'POST',
  path: '/api/uploads/batch',
  tag: 'Uploads',
  summary: 'Reserve up to 100 uploads at once',
  description: 'All or nothing; the reservations come in the order of the request.',
  auth: 'required',
  body: NewUploadBatch,
  idempotency: 'replay',
  responses: { 201: { description: 'All reserved.', schema: UploadReservations } },
  errors: refusals,
});

export const getUploadStatus = endpoint({
  id: 'getUploadStatus',
  method: 'GET',
  path: '/api/uploads/{sessionId}/status',
  tag: 'Uploads',
  summary: 'How far an upload is',
  auth: 'required',
  params: sessionId,
  responses: { 200: { description: 'The session.', schema: UploadStatus } },
  errors: ['access_denied', 'upload_session_not_found', 'storage_failure'],
});

export const putUploadBytes = endpoint({
  id: 'putUploadBytes',
  method: 'PUT',
  path: '/files/uploads/{sessionId}',
  tag: 'Bytes',
  summary: 'Send the bytes of an upload in one request',
  description:
    'The body is the file, with a `Content-Length` equal to the reserved size. Answered only after bytes and row are safely on disk. An optional `Repr-Digest: sha-256=:…:` (RFC 9530) is checked. While another request sends the bytes of this upload the answer is 409 `upload_in_progress`; a request that has been silent for 10 seconds is preempted and gets that answer itself.',
  auth: 'public',
  transport: 'bytes',
  params: sessionId,
  unknownParam: 'upload_session_not_found',
  responses: { 200: { description: 'The file is stored.', schema: UploadStatus } },
  errors: [
    'upload_size_mismatch',
    'digest_mismatch',
    'bad_request',
    'upload_session_not_found',
    'upload_already_complete',
    'upload_in_progress',
    'upload_session_expired',
    'length_required',
    'storage_failure',
  ],
});

export const cancelUpload = endpoint({
  id: 'cancelUpload',
  method: 'DELETE',
  path: '/files/uploads/{sessionId}',
  tag: 'Bytes',
  summary: 'Give up an upload and free what it reserved',
  auth: 'public',
  transport: 'bytes',
  params: sessionId,
  unknownParam: 'upload_session_not_found',
  responses: { 204: { description: 'Cancelled.', schema: null } },
  errors: ['upload_session_not_found', 'upload_already_complete', 'upload_session_expired', 'storage_failure'],
});
