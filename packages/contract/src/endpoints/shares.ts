import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits, mailLimits } from '../limits.ts';
import { Id, PathText, QueryPositive, Token } from '../schemas/primitives.ts';
import {
  MultiShare,
  NewMultiShare,
  NewRecipients,
  RecipientPage,
  Recipients,
  ShareDescriptor,
  ShareExpiryChange,
  ShareModeChange,
  ShareNotifyChange,
  SharePage,
  SharePasswordChange,
  ShareSlugChange,
  SlugAvailability,
  UnlockAudit,
  VisibilityChange,
  VisibilityResult,
} from '../schemas/shares.ts';

const token = z.object({ token: PathText });
const descriptor = { 200: { description: 'The share.', schema: ShareDescriptor } } as const;
const page = {
  page: QueryPositive.default(1),
  limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
};

export const createMultiShare = endpoint({
  id: 'createMultiShare',
  method: 'POST',
  path: '/api/files/share-multi',
  tag: 'Shares',
  summary: 'Share several files under one link',
  description: 'All or nothing.',
  auth: 'required',
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
  summary: 'List several files publicly, or no longer',
  description:
    'PUBLIC makes a share or keeps the one there is; PRIVATE ends it. A folder stands for the files directly in it.',
  auth: 'required',
  body: VisibilityChange,
  responses: {
    200: { description: 'All of them.', schema: VisibilityResult },
    207: { description: 'Some of them.', schema: VisibilityResult },
  },
  errors: [],
});

export const listShares = endpoint({
  id: 'listShares',
  method: 'GET',
  path: '/api/shares',
  tag: 'Shares',
  summary: 'List own shares, the newest first',
  auth: 'required',
  query: z.object(page),
  responses: { 200: { description: 'One page.', schema: SharePage } },
  errors: [],
});

const byToken = { tag: 'Shares', auth: 'required', params: token, unknownParam: 'share_not_found' } as const;
const unknownToken = ['share_not_found'] as const;

export const setShareMode = endpoint({
  ...byToken,
  id: 'setShareMode',
  method: 'PATCH',
  path: '/api/shares/{token}',
  summary: 'Set the mode of a share of any kind',
  body: ShareModeChange,
  responses: descriptor,
  errors: unknownToken,
});

export const revokeShare = endpoint({
  ...byToken,
  id: 'revokeShare',
  method: 'DELETE',
  path: '/api/shares/{token}',
  summary: 'Revoke a share of any kind',
  responses: { 204: { description: 'It is revoked.', schema: null } },
  errors: unknownToken,
});

export const setShareExpiry = endpoint({
  ...byToken,
  id: 'setShareExpiry',
  method: 'PATCH',
  path: '/api/shares/{token}/expiry',
  summary: 'Set when a share ends',
  body: ShareExpiryChange,
  responses: descriptor,
  errors: unknownToken,
});

export const setShareNotify = endpoint({
  ...byToken,
  id: 'setShareNotify',
  method: 'PATCH',
  path: '/api/shares/{token}/notify',
  summary: 'Set what its owner is told about a share',
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
  summary: 'Set or clear the vanity link of a share',
  body: ShareSlugChange,
  responses: descriptor,
  errors: ['share_not_found', 'vanity_slug_taken'],
});

export const getUnlockEvents = endpoint({
  ...byToken,
  id: 'getUnlockEvents',
  method: 'GET',
  path: '/api/shares/{token}/unlock-events',
  summary: 'Who tried to unlock a share',
  responses: { 200: { description: 'The newest attempts.', schema: UnlockAudit } },
  errors: unknownToken,
});

export const sendShare = endpoint({
  ...byToken,
  id: 'sendShare',
  method: 'POST',
  path: '/api/shares/{token}/recipients',
  summary: 'Mail a share to people, each a link of their own',
  description: `Who is there already is sent the same link again. ${mailLimits}`,
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
  summary: 'Whom a share was mailed to',
  query: z.object(page),
  responses: { 200: { description: 'One page, the newest first.', schema: RecipientPage } },
  errors: unknownToken,
});

export const removeRecipient = endpoint({
  id: 'removeRecipient',
  method: 'DELETE',
  path: '/api/shares/{token}/recipients/{id}',
  tag: 'Shares',
  summary: 'Forget a recipient; the link they were sent is no longer theirs',
  auth: 'required',
  params: z.object({ token: PathText, id: Id }),
  unknownParam: 'recipient_not_found',
  responses: { 204: { description: 'Forgotten.', schema: null } },
  errors: ['share_not_found', 'recipient_not_found'],
});

export const getSlugAvailability = endpoint({
  id: 'getSlugAvailability',
  method: 'GET',
  path: '/api/share/slug-available',
  tag: 'Shares',
  summary: 'Whether a vanity link can be had',
  auth: 'required',
  query: z.object({ slug: Token }),
  responses: { 200: { description: 'It can, or why not.', schema: SlugAvailability } },
  errors: [],
});
