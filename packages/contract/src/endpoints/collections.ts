import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits, strangersReservation } from '../limits.ts';
import {
  CollectedFilePage,
  Collection,
  CollectionChange,
  CollectionPage,
  NewCollectedUpload,
  NewCollection,
  PublicCollection,
} from '../schemas/collections.ts';
import { Id, PathText, QueryPositive } from '../schemas/primitives.ts';
import { UnlockAttempt, UnlockGrant } from '../schemas/shares.ts';
import { UploadReservation } from '../schemas/uploads.ts';

const own = { tag: 'File requests', auth: 'required' } as const;
const byId = { ...own, params: z.object({ id: Id }), unknownParam: 'collection_not_found' } as const;
const page = z.object({
  page: QueryPositive.default(1),
  limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
});
const described = { 200: { description: 'The file request.', schema: Collection } } as const;

export const createCollection = endpoint({
  ...own,
  id: 'createCollection',
  method: 'POST',
  path: '/api/collections',
  summary: 'Ask others for files',
  description: 'Whoever has the link may send files, without an account. They count in the owner’s quota.',
  body: NewCollection,
  idempotency: 'replay',
  responses: { 201: { description: 'The file request.', schema: Collection } },
  errors: ['folder_not_found', 'password_too_long'],
});

export const listCollections = endpoint({
  ...own,
  id: 'listCollections',
  method: 'GET',
  path: '/api/collections',
  summary: 'List own file requests, the newest first',
  query: page,
  responses: { 200: { description: 'One page.', schema: CollectionPage } },
  errors: [],
});

export const getCollection = endpoint({
  ...byId,
  id: 'getCollection',
  method: 'GET',
  path: '/api/collections/{id}',
  summary: 'A file request',
  responses: described,
  errors: ['access_denied'],
});

export const updateCollection = endpoint({
  ...byId,
  id: 'updateCollection',
  method: 'PATCH',
  path: '/api/collections/{id}',
  summary: 'Change a file request',
  description: 'What is omitted stays. The token never changes.',
  body: CollectionChange,
  responses: described,
  errors: ['folder_not_found', 'password_too_long'],
});

export const deleteCollection = endpoint({
  ...byId,
  id: 'deleteCollection',
  method: 'DELETE',
  path: '/api/collections/{id}',
  summary: 'Close a file request for good',
  description: 'The files stay. What is being sent comes in; what was reserved and not begun ends.',
  responses: { 204: { description: 'Closed.', schema: null } },
  errors: [],
});

export const listCollectedUploads = endpoint({
  ...byId,
  id: 'listCollectedUploads',
  method: 'GET',
  path: '/api/collections/{id}/uploads',
  summary: 'What has come in by a file request, the newest first',
  description: 'A file stays in the list when it is renamed, moved or deleted later.',
  query: page,
  responses: { 200: { description: 'One page.', schema: CollectedFilePage } },
  errors: ['access_denied'],
});

const byToken = {
  tag: 'Public',
  auth: 'public',
  params: z.object({ token: PathText }),
  unknownParam: 'collection_not_found',
} as const;
const closed = ['collection_not_found', 'collection_expired', 'too_many_requests'] as const;

export const resolveCollection = endpoint({
  ...byToken,
  id: 'resolveCollection',
  method: 'GET',
  path: '/api/public/collect/{token}',
  summary: 'What a file request asks for',
  description: 'While it is locked only that it is. The grant of an unlocking is sent as X-Share-Unlock.',
  responses: { 200: { description: 'The request as a stranger sees it.', schema: PublicCollection } },
  errors: closed,
});

export const unlockCollection = endpoint({
  ...byToken,
  id: 'unlockCollection',
  method: 'POST',
  path: '/api/public/collect/{token}/unlock',
  summary: 'Open a locked file request by its password',
  description: 'The grant is answered and set as a cookie. It ends with the password it was given for.',
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
  description: `The bytes then go where those of any upload go. Its status tells the name that was asked for. ${strangersReservation}`,
  body: NewCollectedUpload,
  responses: { 201: { description: 'Reserved.', schema: UploadReservation } },
  errors: [...closed, 'share_locked', 'collection_full', 'file_type_not_allowed', 'storage_quota_exceeded'],
});
