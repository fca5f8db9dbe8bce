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

const folderIds = z.object({ folderId: Id });

export const createFolderShare = endpoint({
  id: 'createFolderShare',
  method: 'POST',
  path: '/api/folders/{folderId}/share',
  tag: 'Shares',
  summary: 'Create or update the share of a folder',
  description:
    'Idempotent. If the folder is already shared, only the fields in the request change, an expiry in the past is removed, and the token stays the same.',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  body: NewShare,
  bodyOptional: true,
  idempotency: 'replay',
  responses: descriptor,
  errors: ['access_denied', 'folder_not_found', 'password_too_long'],
});

export const setFolderShareMode = endpoint({
  id: 'setFolderShareMode',
  method: 'PATCH',
  path: '/api/folders/{folderId}/share',
  tag: 'Shares',
  summary: 'Set the mode of a folder share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  body: ShareModeChange,
  responses: descriptor,
  errors: ['access_denied', 'folder_not_found', 'share_not_found'],
});

export const revokeFolderShare = endpoint({
  id: 'revokeFolderShare',
  method: 'DELETE',
  path: '/api/folders/{folderId}/share',
  tag: 'Shares',
  summary: 'Revoke a folder share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  responses: { 204: { description: 'Revoked, or the folder had no share.', schema: null } },
  errors: ['access_denied', 'folder_not_found'],
});

export const setFolderShareExpiry = endpoint({
  id: 'setFolderShareExpiry',
  method: 'PATCH',
  path: '/api/folders/{folderId}/share/expiry',
  tag: 'Shares',
  summary: 'Set the expiry of a folder share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  body: ShareExpiryChange,
  responses: descriptor,
  errors: ['access_denied', 'folder_not_found', 'no_active_share'],
});

export const setFolderShareNotify = endpoint({
  id: 'setFolderShareNotify',
  method: 'PATCH',
  path: '/api/folders/{folderId}/share/notify',
  tag: 'Shares',
  summary: 'Set the notifications of a folder share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  body: ShareNotifyChange,
  responses: descriptor,
  errors: ['access_denied', 'folder_not_found', 'no_active_share'],
});

export const setFolderSharePassword = endpoint({
  id: 'setFolderSharePassword',
  method: 'PATCH',
  path: '/api/folders/{folderId}/share/password',
  tag: 'Shares',
  summary: 'Set or clear the password of a folder share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  body: SharePasswordChange,
  responses: descriptor,
  errors: ['access_denied', 'folder_not_found', 'no_active_share', 'password_too_long'],
});

export const setFolderShareSlug = endpoint({
  id: 'setFolderShareSlug',
  method: 'PATCH',
  path: '/api/folders/{folderId}/share/slug',
  tag: 'Shares',
  summary: 'Set or clear the slug of a folder share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  body: ShareSlugChange,
  responses: descriptor,
  errors: ['access_denied', 'folder_not_found', 'no_active_share', 'vanity_slug_taken'],
});

export const getFolderUnlockEvents = endpoint({
  id: 'getFolderUnlockEvents',
  method: 'GET',
  path: '/api/folders/{folderId}/share/unlock-events',
  tag: 'Shares',
  summary: 'List unlock attempts on a folder share',
  description: 'Empty if there is no active share or no attempt.',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  responses: { 200: { description: 'The latest attempts.', schema: UnlockAudit } },
  errors: ['access_denied', 'folder_not_found'],
});
