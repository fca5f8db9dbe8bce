import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Id, pageQuery } from '../../schemas/primitives.ts';
import { UploadReservation } from '../../schemas/uploads-schemas.ts';
import {
  CreatedUploadGrant,
  NewGrantedUpload,
  NewUploadGrant,
  UploadGrant,
  UploadGrantPage,
} from '../../schemas/uploads/upload-grants-schemas.ts';

const own = { tag: 'Upload grants', auth: 'required', scope: 'files:write' } as const;
const byId = { ...own, params: z.object({ id: Id }), unknownParam: 'grant_not_found', folderKeys: {} } as const;

export const createUploadGrant = endpoint({
  ...own,
  id: 'createUploadGrant',
  method: 'POST',
  path: '/api/upload-grants',
  summary: 'Create an upload grant',
  description: `Whoever has the token can upload files within the limits of the grant, from any page of \`allowedOrigins\`, without a credential of the account. A grant allows no more than its creator may, and ends with the API key that created it, or while its user is disabled. At most ${limits.uploadGrants} grants of a user can be active: neither revoked, nor expired, nor used up.`,
  folderKeys: { folder: 'body.folderId' },
  driveRoot: 'body.folderId',
  body: NewUploadGrant,
  bodyOptional: true,
  idempotency: 'refuse',
  responses: {
    201: { description: 'The grant. Its token is returned only in this response.', schema: CreatedUploadGrant },
  },
  errors: ['folder_not_found', 'grant_limit_reached'],
});

export const listUploadGrants = endpoint({
  ...own,
  id: 'listUploadGrants',
  method: 'GET',
  path: '/api/upload-grants',
  summary: 'List upload grants',
  description: `Also grants that have ended, for ${limits.grantKeptDays} days. An API key for one folder sees those that keys for it have created.`,
  folderKeys: {},
  query: z.object({
    ...pageQuery,
    driveId: Id.optional().describe('ID of a team drive of which the caller is a manager: those of the drive.'),
  }),
  responses: { 200: { description: 'One page of the caller’s grants, newest first.', schema: UploadGrantPage } },
  errors: ['access_denied', 'drive_not_found'],
});

export const getUploadGrant = endpoint({
  ...byId,
  id: 'getUploadGrant',
  method: 'GET',
  path: '/api/upload-grants/{id}',
  summary: 'Get an upload grant',
  responses: { 200: { description: 'The grant.', schema: UploadGrant } },
  errors: ['grant_not_found'],
});

export const revokeUploadGrant = endpoint({
  ...byId,
  id: 'revokeUploadGrant',
  method: 'DELETE',
  path: '/api/upload-grants/{id}',
  summary: 'Revoke an upload grant',
  description:
    'Ends its open uploads: requests that send their bytes answer 410 `upload_session_expired`. Files that have arrived stay.',
  responses: { 204: { description: 'Revoked.', schema: null } },
  errors: ['grant_not_found'],
});

export const createGrantedUpload = endpoint({
  id: 'createGrantedUpload',
  method: 'POST',
  path: '/api/public/grants/uploads',
  tag: 'Public',
  summary: 'Reserve an upload through a grant',
  description: `The token of the grant is in the header \`X-Upload-Grant\`. Pages of every origin may call this, unless the grant has \`allowedOrigins\`. Send the bytes to the returned upload URL as for every upload; a file whose first bytes contradict \`allowedTypes\` answers 400 \`file_type_not_allowed\` there, and is not stored. The upload status contains the requested file name. A reservation expires after ${limits.visitorReservationMinutes} minutes unless bytes arrive, and at most ${limits.openReservationsPerNetwork} reservations of a grant can be open; further requests get 429 \`too_many_requests\` with \`Retry-After\`.`,
  auth: 'public',
  scope: 'none',
  body: NewGrantedUpload,
  idempotency: 'replay',
  visitorHeader: 'x-upload-grant',
  responses: { 201: { description: 'The reservation.', schema: UploadReservation } },
  errors: [
    'grant_invalid',
    'grant_expired',
    'grant_exhausted',
    'origin_not_allowed',
    'file_type_not_allowed',
    'folder_not_found',
    'name_conflict',
    'precondition_failed',
    'storage_quota_exceeded',
    'item_quota_exceeded',
    'too_many_requests',
  ],
});
