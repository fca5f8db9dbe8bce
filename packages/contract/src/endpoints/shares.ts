import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../schemas/primitives.ts';
import { NewShare, PublicShare, ShareDescriptor, ShareModeChange } from '../schemas/shares.ts';

const fileId = z.object({ fileId: Id });
const descriptor = { 200: { description: 'The share.', schema: ShareDescriptor } } as const;

export const createFileShare = endpoint({
  id: 'createFileShare',
  method: 'POST',
  path: '/api/files/{fileId}/share',
  tag: 'Shares',
  summary: 'Share a file, or change its share',
  description: 'Idempotent: where a share exists only the fields that are present change, and the token stays.',
  auth: 'required',
  params: fileId,
  unknownParam: 'file_not_found',
  body: NewShare,
  bodyOptional: true,
  responses: descriptor,
  errors: ['access_denied', 'file_not_found'],
});

export const setFileShareMode = endpoint({
  id: 'setFileShareMode',
  method: 'PATCH',
  path: '/api/files/{fileId}/share',
  tag: 'Shares',
  summary: 'Set the mode of a file’s share',
  auth: 'required',
  params: fileId,
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
  summary: 'Revoke a file’s share',
  auth: 'required',
  params: fileId,
  unknownParam: 'file_not_found',
  responses: { 204: { description: 'There is no share, whether or not there was one.', schema: null } },
  errors: ['access_denied', 'file_not_found'],
});

export const resolveShare = endpoint({
  id: 'resolveShare',
  method: 'GET',
  path: '/api/public/share/{token}',
  tag: 'Public',
  summary: 'What a share link holds',
  auth: 'public',
  params: z.object({ token: z.string() }),
  unknownParam: 'share_not_found',
  responses: { 200: { description: 'The share as a stranger sees it.', schema: PublicShare } },
  errors: ['share_not_found', 'share_expired', 'file_quarantined', 'too_many_requests'],
});
