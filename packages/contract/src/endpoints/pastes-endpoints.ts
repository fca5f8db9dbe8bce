import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { NewPaste, Paste, PastePage, PasteWithContent, PublicPaste, RevealedPaste } from '../schemas/pastes-schemas.ts';
import { Id, pageQuery, PathText } from '../schemas/primitives.ts';
import { UnlockAttempt, UnlockGrant } from '../schemas/shares-schemas.ts';

const own = { tag: 'Pastes', auth: 'required', scope: 'shares' } as const;
const byId = { ...own, params: z.object({ id: Id }), unknownParam: 'paste_not_found' } as const;

export const createPaste = endpoint({
  id: 'createPaste',
  method: 'POST',
  path: '/api/pastes',
  tag: 'Pastes',
  summary: 'Create a paste',
  description:
    'With an API key or a session, the paste belongs to the account and counts toward its quota. Without one, the paste counts as an anonymous upload, with the same limits and the same captcha, and cannot be listed or changed later. An invalid API key is refused, so that a paste for an account is never created without an owner.',
  auth: 'optional',
  scope: 'shares',
  body: NewPaste,
  bodyBytes: limits.pasteBodyBytes,
  idempotency: 'replay',
  responses: { 201: { description: 'The paste.', schema: Paste } },
  errors: [
    'password_too_long',
    'storage_quota_exceeded',
    'captcha_failed',
    'access_denied',
    'payload_too_large',
    'too_many_requests',
  ],
});

export const listPastes = endpoint({
  ...own,
  id: 'listPastes',
  method: 'GET',
  path: '/api/pastes',
  summary: 'List pastes',
  description: 'Returns the pastes without their content. Burned and expired pastes are listed for 30 more days.',
  query: z.object({
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of the caller’s pastes, newest first.', schema: PastePage } },
  errors: [],
});

export const getPaste = endpoint({
  ...byId,
  id: 'getPaste',
  method: 'GET',
  path: '/api/pastes/{id}',
  summary: 'Get a paste with its content',
  description:
    'Needs no password. The content of a burn-after-reading paste is `null`, and this call does not burn it.',
  responses: { 200: { description: 'The paste.', schema: PasteWithContent } },
  errors: ['access_denied'],
});

export const deletePaste = endpoint({
  ...byId,
  id: 'deletePaste',
  method: 'DELETE',
  path: '/api/pastes/{id}',
  summary: 'Delete a paste',
  description: 'Permanent. An administrator can also delete pastes that were created without an account.',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: [],
});

const byToken = { tag: 'Public', params: z.object({ token: PathText }), unknownParam: 'paste_not_found' } as const;
const closed = ['paste_not_found', 'paste_expired', 'paste_burned', 'too_many_requests'] as const;

export const resolvePaste = endpoint({
  ...byToken,
  id: 'resolvePaste',
  method: 'GET',
  path: '/api/public/pastes/{token}',
  summary: 'Get a public paste',
  description:
    'While `locked` is true, only the token, the expiry and the flags are returned. To see the rest, send the grant of `unlockPaste` in the header `X-Share-Unlock`. A burn-after-reading paste is returned without its content; call `revealPaste` to read it. The owner needs no grant. A PRIVATE paste is visible to its owner only.',
  auth: 'optional',
  scope: 'shares',
  responses: { 200: { description: 'The paste as visitors see it.', schema: PublicPaste } },
  errors: closed,
});

export const unlockPaste = endpoint({
  ...byToken,
  id: 'unlockPaste',
  method: 'POST',
  path: '/api/public/pastes/{token}/unlock',
  summary: 'Unlock a paste',
  description: 'Takes the password of the paste. The grant is returned and also set as a cookie.',
  auth: 'public',
  scope: 'none',
  body: UnlockAttempt,
  responses: { 200: { description: 'The grant.', schema: UnlockGrant } },
  errors: [...closed, 'share_password_incorrect'],
});

export const revealPaste = endpoint({
  ...byToken,
  id: 'revealPaste',
  method: 'POST',
  path: '/api/public/pastes/{token}/reveal',
  summary: 'Reveal a burn-after-reading paste',
  description:
    'Returns the content and deletes it from the server. If several calls arrive at the same time, one gets the content and the others get `paste_burned`. A paste without burn-after-reading is returned and kept. Crawlers and link previews get 403 `access_denied`, as far as their user agent tells, unless they send a credential.',
  auth: 'optional',
  scope: 'shares',
  responses: { 200: { description: 'The paste with its content.', schema: RevealedPaste } },
  errors: [...closed, 'share_locked', 'access_denied'],
});

export const downloadPaste = endpoint({
  ...byToken,
  id: 'downloadPaste',
  method: 'GET',
  path: '/files/pastes/{token}/raw',
  tag: 'Bytes',
  summary: 'Download a paste as plain text',
  description:
    'Supports GET, HEAD, `If-Match`, `If-None-Match`, `If-Modified-Since`, `If-Unmodified-Since`, one `Range` and `If-Range`. A locked paste needs the header `X-Share-Unlock` or the cookie of `unlockPaste`. A burn-after-reading paste answers `access_denied`.',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  responses: {
    200: { description: 'The content.', schema: null },
    206: { description: 'The requested range.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: [...closed, 'share_locked', 'access_denied', 'precondition_failed', 'range_not_satisfiable'],
});
