import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../schemas/primitives.ts';
import {
  NewShare,
  ShareDescriptor,
  ShareExpiryChange,
  ShareModeChange,
  ShareNotifyChange,
  SharePasswordChange,
  ShareSlugChange,
  UnlockAudit,
} from '../schemas/shares.ts';

const descriptor = { 200: { description: 'The share.', schema: ShareDescriptor } } as const;

const fileIds = z.object({ fileId: Id });

export const createFileShare = endpoint({
  id: 'createFileShare',
  method: 'POST',
  path: '/api/files/{fileId}/share',
  tag: 'Shares',
  summary: 'Create or update the share of a file',
  description:
    'Idempotent. If the file is already shared, only the fields in the request change, an expiry in the past is removed, and the token stays the same.',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  body: NewShare,
  bodyOptional: true,
  idempotency: 'replay',
  responses: descriptor,
  errors: ['access_denied', 'file_not_found', 'password_too_long'],
});

export const setFileShareMode = endpoint({
  id: 'setFileShareMode',
  method: 'PATCH',
  path: '/api/files/{fileId}/share',
  tag: 'Shares',
  summary: 'Set the mode of a file share',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  body: ShareModeChange,
  responses: descriptor,
  errors: ['access_denied', 'file_not_found', 'share_not_found'],
});

export const revokeFileShare = endpoint({
  id: 'revokeFileShare',
  method: 'DELETE',
  path: '/api/files/{fileId}/share',
  tag: 'Shares',
  summary: 'Revoke a file share',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  responses: { 204: { description: 'Revoked, or the file had no share.', schema: null } },
  errors: ['access_denied', 'file_not_found'],
});

export const setFileShareExpiry = endpoint({
  id: 'setFileShareExpiry',
  method: 'PATCH',
  path: '/api/files/{fileId}/share/expiry',
  tag: 'Shares',
  summary: 'Set the expiry of a file share',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  body: ShareExpiryChange,
  responses: descriptor,
  errors: ['access_denied', 'file_not_found', 'no_active_share'],
});

export const setFileShareNotify = endpoint({
  id: 'setFileShareNotify',
  method: 'PATCH',
  path: '/api/files/{fileId}/share/notify',
  tag: 'Shares',
  summary: 'Set the notifications of a file share',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  body: ShareNotifyChange,
  responses: descriptor,
  errors: ['access_denied', 'file_not_found', 'no_active_share'],
});

export const setFileSharePassword = endpoint({
  id: 'setFileSharePassword',
  method: 'PATCH',
  path: '/api/files/{fileId}/share/password',
  tag: 'Shares',
  summary: 'Set or clear the password of a file share',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  body: SharePasswordChange,
  responses: descriptor,
  errors: ['access_denied', 'file_not_found', 'no_active_share', 'password_too_long'],
});

export const setFileShareSlug = endpoint({
  id: 'setFileShareSlug',
  method: 'PATCH',
  path: '/api/files/{fileId}/share/slug',
  tag: 'Shares',
  summary: 'Set or clear the slug of a file share',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  body: ShareSlugChange,
  responses: descriptor,
  errors: ['access_denied', 'file_not_found', 'no_active_share', 'vanity_slug_taken'],
});

export const getFileUnlockEvents = endpoint({
  id: 'getFileUnlockEvents',
  method: 'GET',
  path: '/api/files/{fileId}/share/unlock-events',
  tag: 'Shares',
  summary: 'List unlock attempts on a file share',
  description: 'Empty if there is no active share or no attempt.',
  auth: 'required',
  params: fileIds,
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'The latest attempts.', schema: UnlockAudit } },
  errors: ['access_denied', 'file_not_found'],
});
