import * as z from 'zod';
import { endpoint, endpointsById } from '../endpoint.ts';
import { Id } from '../schemas/primitives.ts';
import {
  FolderShareModeChange,
  NewFolderShare,
  NewShare,
  ShareDescriptor,
  ShareExpiryChange,
  ShareModeChange,
  ShareNotifyChange,
  SharePasswordChange,
  ShareSlugChange,
  UnlockAudit,
} from '../schemas/shares-schemas.ts';

const descriptor = { 200: { description: 'The share.', schema: ShareDescriptor } } as const;

/** Endpoints of the share of one file or one folder. */
function shareEndpoints<
  const Kind extends 'File' | 'Folder',
  const Noun extends 'file' | 'folder',
  Params extends z.ZodObject<Record<string, typeof Id>>,
  Create extends z.ZodObject,
  Mode extends z.ZodObject,
>(kind: Kind, noun: Noun, params: Params, bodies: { readonly create: Create; readonly mode: Mode }) {
  const path = `/api/${noun}s/{${noun}Id}/share` as const;
  const notFound = `${noun}_not_found` as const;
  const common = { tag: 'Shares', auth: 'required', scope: 'shares', params, unknownParam: notFound } as const;
  const folderKeys = { items: `params.${noun}Id` } as const;
  return endpointsById(
    endpoint({
      ...common,
      id: `create${kind}Share`,
      folderKeys,
      method: 'POST',
      path,
      summary: `Create or update the share of a ${noun}`,
      description: `Idempotent. If the ${noun} is already shared, only the fields in the request change, an expiry in the past is removed, and the token stays the same.`,
      body: bodies.create,
      bodyOptional: true,
      idempotency: 'replay',
      responses: descriptor,
      errors: ['access_denied', notFound, 'password_too_long'],
    }),
    endpoint({
      ...common,
      id: `get${kind}UnlockEvents`,
      method: 'GET',
      path: `${path}/unlock-events`,
      summary: `List unlock attempts on a ${noun} share`,
      description: 'Empty if there is no active share or no attempt.',
      responses: { 200: { description: 'The latest attempts.', schema: UnlockAudit } },
      errors: ['access_denied', notFound],
    }),
    endpoint({
      ...common,
      id: `revoke${kind}Share`,
      folderKeys,
      method: 'DELETE',
      path,
      summary: `Revoke a ${noun} share`,
      description: `Ends every link of the ${noun}.`,
      responses: { 204: { description: `Revoked, or the ${noun} had no share.`, schema: null } },
      errors: ['access_denied', notFound],
    }),
    endpoint({
      ...common,
      id: `set${kind}ShareExpiry`,
      method: 'PATCH',
      path: `${path}/expiry`,
      summary: `Set the expiry of a ${noun} share`,
      body: ShareExpiryChange,
      responses: descriptor,
      errors: ['access_denied', notFound, 'no_active_share'],
    }),
    endpoint({
      ...common,
      id: `set${kind}ShareMode`,
      method: 'PATCH',
      path,
      summary: `Set the mode of a ${noun} share`,
      body: bodies.mode,
      responses: descriptor,
      errors: ['access_denied', notFound, 'share_not_found'],
    }),
    endpoint({
      ...common,
      id: `set${kind}ShareNotify`,
      method: 'PATCH',
      path: `${path}/notify`,
      summary: `Set the notifications of a ${noun} share`,
      body: ShareNotifyChange,
      responses: descriptor,
      errors: ['access_denied', notFound, 'no_active_share'],
    }),
    endpoint({
      ...common,
      id: `set${kind}SharePassword`,
      method: 'PATCH',
      path: `${path}/password`,
      summary: `Set or clear the password of a ${noun} share`,
      body: SharePasswordChange,
      responses: descriptor,
      errors: ['access_denied', notFound, 'no_active_share', 'password_too_long'],
    }),
    endpoint({
      ...common,
      id: `set${kind}ShareSlug`,
      method: 'PATCH',
      path: `${path}/slug`,
      summary: `Set or clear the slug of a ${noun} share`,
      body: ShareSlugChange,
      responses: descriptor,
      errors: ['access_denied', notFound, 'no_active_share', 'vanity_slug_taken'],
    }),
  );
}

export const fileShares = shareEndpoints('File', 'file', z.object({ fileId: Id }), {
  create: NewShare,
  mode: ShareModeChange,
});

export const folderShares = shareEndpoints('Folder', 'folder', z.object({ folderId: Id }), {
  create: NewFolderShare,
  mode: FolderShareModeChange,
});
