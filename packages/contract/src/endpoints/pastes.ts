import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { NewPaste, Paste, PastePage, PasteWithContent, PublicPaste, RevealedPaste } from '../schemas/pastes.ts';
import { Id, PathText, QueryPositive } from '../schemas/primitives.ts';
import { UnlockAttempt, UnlockGrant } from '../schemas/shares.ts';

const own = { tag: 'Pastes', auth: 'required' } as const;
const byId = { ...own, params: z.object({ id: Id }), unknownParam: 'paste_not_found' } as const;

export const createPaste = endpoint({
  id: 'createPaste',
  method: 'POST',
  path: '/api/pastes',
  tag: 'Pastes',
  summary: 'Keep a text and get a link to it',
  description:
    'With a key or a session it belongs to the account and counts in its quota. Without, it is an anonymous upload like any: in the same budget, behind the same captcha, and nobody can list or change it. A key that is no good is refused: what was meant for an account never becomes nobody’s.',
  auth: 'optional',
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
  summary: 'List own pastes, the newest first',
  description: 'Without their content. What has burned or expired stays in the list for 30 days.',
  query: z.object({
    page: QueryPositive.default(1),
    limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
  }),
  responses: { 200: { description: 'One page.', schema: PastePage } },
  errors: [],
});

export const getPaste = endpoint({
  ...byId,
  id: 'getPaste',
  method: 'GET',
  path: '/api/pastes/{id}',
  summary: 'An own paste with its content',
  description: 'Asks for no password. What burns is not shown here either, and does not burn by it.',
  responses: { 200: { description: 'The paste.', schema: PasteWithContent } },
  errors: ['access_denied'],
});

export const deletePaste = endpoint({
  ...byId,
  id: 'deletePaste',
  method: 'DELETE',
  path: '/api/pastes/{id}',
  summary: 'Delete a paste for good',
  description: 'An administrator may delete those that came without an account, too.',
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
  summary: 'What a paste holds',
  description:
    'While it is locked only that it is; the grant of an unlocking is sent as X-Share-Unlock. One that burns comes without its content, however often it is asked for. Its owner needs no grant, and is the only one to whom a PRIVATE one is there.',
  auth: 'optional',
  responses: { 200: { description: 'The paste as a stranger sees it.', schema: PublicPaste } },
  errors: closed,
});

export const unlockPaste = endpoint({
  ...byToken,
  id: 'unlockPaste',
  method: 'POST',
  path: '/api/public/pastes/{token}/unlock',
  summary: 'Open a locked paste by its password',
  description: 'The grant is answered and set as a cookie.',
  auth: 'public',
  body: UnlockAttempt,
  responses: { 200: { description: 'The grant.', schema: UnlockGrant } },
  errors: [...closed, 'share_password_incorrect'],
});

export const revealPaste = endpoint({
  ...byToken,
  id: 'revealPaste',
  method: 'POST',
  path: '/api/public/pastes/{token}/reveal',
  summary: 'Read a paste that burns, once',
  description:
    'The answer has the content, and the server no longer does: of many calls at once one gets it, every other one paste_burned. A paste that does not burn is only read.',
  auth: 'optional',
  responses: { 200: { description: 'The paste with its content.', schema: RevealedPaste } },
  errors: [...closed, 'share_locked'],
});

export const downloadPaste = endpoint({
  ...byToken,
  id: 'downloadPaste',
  method: 'GET',
  path: '/files/pastes/{token}/raw',
  tag: 'Bytes',
  summary: 'The content of a paste as plain text',
  description:
    'Answers HEAD and If-None-Match, too. A locked one takes X-Share-Unlock or the cookie of an unlocking; one that burns is refused with access_denied.',
  auth: 'public',
  transport: 'bytes',
  responses: { 200: { description: 'The content.', schema: null }, 304: { description: 'As before.', schema: null } },
  errors: [...closed, 'share_locked', 'access_denied'],
});
