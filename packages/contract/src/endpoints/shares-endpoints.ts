import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { mailLimits } from '../feature-limits.ts';
import { Id, PathText, Token, pageQuery } from '../schemas/primitives.ts';
import {
  ListedShare,
  MultiShare,
  NewMultiShare,
  NewRecipients,
  RecipientPage,
  Recipients,
  ShareDescriptor,
  ShareExpiryChange,
  ShareNotifyChange,
  SharePage,
  SharePasswordChange,
  ShareSlugChange,
  SlugAvailability,
  UnlockAudit,
  VisibilityChange,
  VisibilityResult,
} from '../schemas/shares-schemas.ts';

const token = z.object({ token: PathText });
const descriptor = { 200: { description: 'The share.', schema: ShareDescriptor } } as const;

export const createMultiShare = endpoint({
  id: 'createMultiShare',
  method: 'POST',
  path: '/api/files/share-multi',
  tag: 'Shares',
  summary: 'Create a multi-share',
  description:
    'Shares several files under one link. The files belong to one user or one team drive, which then owns the link, and the caller may share each of them. If one of them cannot be shared, no share is created.',
  auth: 'required',
  scope: 'shares',
  folderKeys: { items: 'body.fileIds' },
  body: NewMultiShare,
  idempotency: 'replay',
  responses: { 201: { description: 'The share.', schema: MultiShare } },
  errors: ['access_denied', 'file_not_found', 'anonymous_file', 'password_too_long'],
});

export const setVisibility = endpoint({
  id: 'setVisibility',
  method: 'PATCH',
  path: '/api/files/visibility',
  tag: 'Shares',
  summary: 'Set the visibility of files',
  description:
    '`PUBLIC` creates a share, or makes the existing share public, of several links to a file the first one. `PRIVATE` ends every link of the file. A folder ID stands for the files directly in that folder.',
  auth: 'required',
  scope: 'shares',
  body: VisibilityChange,
  responses: {
    200: { description: 'All files were updated.', schema: VisibilityResult },
    207: { description: 'Some files were not updated; they are listed in `failed`.', schema: VisibilityResult },
  },
  errors: [],
});

export const listShares = endpoint({
  id: 'listShares',
  method: 'GET',
  path: '/api/shares',
  tag: 'Shares',
  summary: 'List shares',
  auth: 'required',
  scope: 'shares',
  query: z.object({
    ...pageQuery,
    driveId: Id.optional().describe('ID of a team drive of which the caller is a manager: the shares of the drive.'),
  }),
  responses: { 200: { description: 'One page of the caller’s shares, newest first.', schema: SharePage } },
  errors: ['access_denied', 'drive_not_found'],
});

const byToken = {
  tag: 'Shares',
  auth: 'required',
  scope: 'shares',
  params: token,
  unknownParam: 'share_not_found',
} as const;
const unknownToken = ['share_not_found'] as const;

export const getShare = endpoint({
  ...byToken,
  id: 'getShare',
  method: 'GET',
  path: '/api/shares/{token}',
  summary: 'Get a share',
  responses: { 200: { description: 'The share with its item and its counts.', schema: ListedShare } },
  errors: unknownToken,
});

export const revokeShare = endpoint({
  ...byToken,
  id: 'revokeShare',
  method: 'DELETE',
  path: '/api/shares/{token}',
  summary: 'Revoke a share',
  responses: { 204: { description: 'Revoked.', schema: null } },
  errors: unknownToken,
});

export const setShareExpiry = endpoint({
  ...byToken,
  id: 'setShareExpiry',
  method: 'PATCH',
  path: '/api/shares/{token}/expiry',
  summary: 'Set the expiry of a share',
  body: ShareExpiryChange,
  responses: descriptor,
  errors: unknownToken,
});

export const setShareNotify = endpoint({
  ...byToken,
  id: 'setShareNotify',
  method: 'PATCH',
  path: '/api/shares/{token}/notify',
  summary: 'Set the notifications of a share',
  body: ShareNotifyChange,
  responses: descriptor,
  errors: unknownToken,
});

export const setSharePassword = endpoint({
  ...byToken,
  id: 'setSharePassword',
  method: 'PATCH',
  path: '/api/shares/{token}/password',
  summary: 'Set or clear the password of a share',
  body: SharePasswordChange,
  responses: descriptor,
  errors: ['share_not_found', 'password_too_long'],
});

export const setShareSlug = endpoint({
  ...byToken,
  id: 'setShareSlug',
  method: 'PATCH',
  path: '/api/shares/{token}/slug',
  summary: 'Set or clear the slug of a share',
  body: ShareSlugChange,
  responses: descriptor,
  errors: ['share_not_found', 'vanity_slug_taken'],
});

export const getUnlockEvents = endpoint({
  ...byToken,
  id: 'getUnlockEvents',
  method: 'GET',
  path: '/api/shares/{token}/unlock-events',
  summary: 'List unlock attempts on a share',
  responses: { 200: { description: 'The latest attempts.', schema: UnlockAudit } },
  errors: unknownToken,
});

export const sendShare = endpoint({
  ...byToken,
  id: 'sendShare',
  method: 'POST',
  path: '/api/shares/{token}/recipients',
  summary: 'Email a share to recipients',
  description: `Each recipient gets a personal link. An existing recipient is sent the same link again. ${mailLimits}`,
  body: NewRecipients,
  idempotency: 'replay',
  responses: { 201: { description: 'The recipients, in the order of the request.', schema: Recipients } },
  errors: [...unknownToken, 'too_many_requests'],
});

export const listRecipients = endpoint({
  ...byToken,
  id: 'listRecipients',
  method: 'GET',
  path: '/api/shares/{token}/recipients',
  summary: 'List the recipients of a share',
  query: z.object(pageQuery),
  responses: { 200: { description: 'One page of recipients, newest first.', schema: RecipientPage } },
  errors: unknownToken,
});

export const removeRecipient = endpoint({
  id: 'removeRecipient',
  method: 'DELETE',
  path: '/api/shares/{token}/recipients/{id}',
  tag: 'Shares',
  summary: 'Remove a recipient from a share',
  description: 'Visits through the personal link of a removed recipient are no longer attributed to them.',
  auth: 'required',
  scope: 'shares',
  params: z.object({ token: PathText, id: Id }),
  unknownParam: 'recipient_not_found',
  responses: { 204: { description: 'Removed.', schema: null } },
  errors: ['share_not_found', 'recipient_not_found'],
});

export const getSlugAvailability = endpoint({
  id: 'getSlugAvailability',
  method: 'GET',
  path: '/api/share/slug-available',
  tag: 'Shares',
  summary: 'Check whether a slug is available',
  auth: 'required',
  scope: 'shares',
  query: z.object({ slug: Token.describe('The slug to check.') }),
  responses: {
    200: { description: 'Whether the slug is available, and the reason if not.', schema: SlugAvailability },
  },
  errors: [],
});
