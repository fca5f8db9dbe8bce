import { endpoint } from '../endpoint.ts';
import { visitorReservation } from '../limits.ts';
import { linkEndpoints } from '../link-endpoints.ts';
import {
  CollectedFilePage,
  Collection,
  CollectionChange,
  CollectionPage,
  NewCollectedUpload,
  NewCollection,
  PublicCollection,
} from '../schemas/collections-schemas.ts';
import { UnlockAttempt, UnlockGrant } from '../schemas/shares-schemas.ts';
import { UploadReservation } from '../schemas/uploads-schemas.ts';

const { own, byId, byToken, page, deleted, closed } = linkEndpoints('File requests', 'collection');
const described = { 200: { description: 'The file request.', schema: Collection } } as const;

export const createCollection = endpoint({
  ...own,
  id: 'createCollection',
  method: 'POST',
  path: '/api/collections',
  summary: 'Create a file request',
  description:
    'Everyone with the link can upload files without an account. The files count toward the owner’s quota. In a team drive the file request belongs to the drive, and stays when its maker leaves.',
  driveRoot: 'body.folderId',
  body: NewCollection,
  idempotency: 'replay',
  responses: { 201: { description: 'The file request.', schema: Collection } },
  errors: ['folder_not_found', 'password_too_long', 'item_quota_exceeded'],
});

export const listCollections = endpoint({
  ...own,
  id: 'listCollections',
  method: 'GET',
  path: '/api/collections',
  summary: 'List file requests',
  query: page,
  responses: { 200: { description: 'One page of the caller’s file requests, newest first.', schema: CollectionPage } },
  errors: ['access_denied', 'drive_not_found'],
});

export const getCollection = endpoint({
  ...byId,
  id: 'getCollection',
  method: 'GET',
  path: '/api/collections/{id}',
  summary: 'Get a file request',
  responses: described,
  errors: ['access_denied'],
});

export const updateCollection = endpoint({
  ...byId,
  id: 'updateCollection',
  method: 'PATCH',
  path: '/api/collections/{id}',
  summary: 'Update a file request',
  description: 'Omitted fields are not changed. The token never changes.',
  body: CollectionChange,
  responses: described,
  errors: ['folder_not_found', 'password_too_long'],
});

export const deleteCollection = endpoint({
  ...byId,
  id: 'deleteCollection',
  method: 'DELETE',
  path: '/api/collections/{id}',
  summary: 'Delete a file request',
  description:
    'Keeps the uploaded files. Uploads that have started are completed; reservations without bytes are cancelled.',
  responses: deleted,
  errors: [],
});

export const listCollectedUploads = endpoint({
  ...byId,
  id: 'listCollectedUploads',
  method: 'GET',
  path: '/api/collections/{id}/uploads',
  summary: 'List the uploads to a file request',
  description: 'A file remains in the list after it is renamed, moved or deleted.',
  query: page,
  responses: { 200: { description: 'One page of uploads, newest first.', schema: CollectedFilePage } },
  errors: ['access_denied'],
});

export const resolveCollection = endpoint({
  ...byToken,
  id: 'resolveCollection',
  method: 'GET',
  path: '/api/public/collect/{token}',
  summary: 'Get a public file request',
  description:
    'While `locked` is true, only the token, the expiry and the flags are returned. To see the rest, send the grant of `unlockCollection` in the header `X-Share-Unlock`.',
  responses: { 200: { description: 'The file request as visitors see it.', schema: PublicCollection } },
  errors: closed,
});

export const unlockCollection = endpoint({
  ...byToken,
  id: 'unlockCollection',
  method: 'POST',
  path: '/api/public/collect/{token}/unlock',
  summary: 'Unlock a file request',
  description:
    'Takes the password of the file request. The grant is returned and also set as a cookie. It becomes invalid when the password changes.',
  body: UnlockAttempt,
  responses: { 200: { description: 'The grant.', schema: UnlockGrant } },
  errors: [...closed, 'share_password_incorrect'],
});

export const createCollectedUpload = endpoint({
  ...byToken,
  id: 'createCollectedUpload',
  method: 'POST',
  path: '/api/public/collect/{token}/uploads',
  summary: 'Reserve an upload to a file request',
  description: `Send the bytes to the returned upload URL as for every upload. The upload status contains the requested file name. ${visitorReservation}`,
  body: NewCollectedUpload,
  responses: { 201: { description: 'The reservation.', schema: UploadReservation } },
  errors: [
    ...closed,
    'share_locked',
    'collection_full',
    'file_type_not_allowed',
    'storage_quota_exceeded',
    'item_quota_exceeded',
  ],
});
