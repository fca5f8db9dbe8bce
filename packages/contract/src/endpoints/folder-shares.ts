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
  summary: 'Share a folder, or change its share',
  description:
    'Idempotent: where a share exists only the fields that are present change, a lapsed expiry goes, and the token stays.',
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
  summary: 'Set the mode of a folder’s share',
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
  summary: 'Revoke a folder’s share',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  responses: { 204: { description: 'There is no share, whether or not there was one.', schema: null } },
  errors: ['access_denied', 'folder_not_found'],
});

export const setFolderShareExpiry = endpoint({
  id: 'setFolderShareExpiry',
  method: 'PATCH',
  path: '/api/folders/{folderId}/share/expiry',
  tag: 'Shares',
  summary: 'Set when a folder’s share ends',
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
  summary: 'Set what its owner is told about a folder’s share',
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
  summary: 'Set or clear the password of a folder’s share',
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
  summary: 'Set or clear the vanity link of a folder’s share',
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
  summary: 'Who tried to unlock a folder’s share',
  description: 'Empty where no share is active or nobody has tried.',
  auth: 'required',
  params: folderIds,
  unknownParam: 'folder_not_found',
  responses: { 200: { description: 'The newest attempts.', schema: UnlockAudit } },
  errors: ['access_denied', 'folder_not_found'],
});
