import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Id, PathText, QueryPositive } from '../schemas/primitives.ts';
import {
  NewProofing,
  NewSubmission,
  Proofing,
  ProofingChange,
  ProofingPage,
  PublicProofing,
  SubmissionPage,
  Submitted,
} from '../schemas/proofings.ts';
import { UnlockAttempt, UnlockGrant } from '../schemas/shares.ts';

const own = { tag: 'Proofing', auth: 'required' } as const;
const byId = { ...own, params: z.object({ id: Id }), unknownParam: 'proofing_not_found' } as const;
const described = { 200: { description: 'The proofing.', schema: Proofing } } as const;
const page = z.object({
  page: QueryPositive.default(1),
  limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
});

export const createProofing = endpoint({
  ...own,
  id: 'createProofing',
  method: 'POST',
  path: '/api/proofings',
  summary: 'Let clients choose among files',
  description: 'Whoever has the link sees the files’ previews and may submit a selection, without an account.',
  body: NewProofing,
  idempotency: 'replay',
  responses: { 201: { description: 'The proofing.', schema: Proofing } },
  errors: ['folder_not_found', 'file_not_found', 'password_too_long'],
});

export const listProofings = endpoint({
  ...own,
  id: 'listProofings',
  method: 'GET',
  path: '/api/proofings',
  summary: 'List own proofings, the newest first',
  query: page,
  responses: { 200: { description: 'One page.', schema: ProofingPage } },
  errors: [],
});

export const getProofing = endpoint({
  ...byId,
  id: 'getProofing',
  method: 'GET',
  path: '/api/proofings/{id}',
  summary: 'A proofing',
  responses: described,
  errors: ['access_denied'],
});

export const updateProofing = endpoint({
  ...byId,
  id: 'updateProofing',
  method: 'PATCH',
  path: '/api/proofings/{id}',
  summary: 'Change a proofing',
  description: 'What is omitted stays. The token and the files never change.',
  body: ProofingChange,
  responses: described,
  errors: ['password_too_long'],
});

export const deleteProofing = endpoint({
  ...byId,
  id: 'deleteProofing',
  method: 'DELETE',
  path: '/api/proofings/{id}',
  summary: 'End a proofing for good',
  description: 'Its submissions go with it; the files stay.',
  responses: { 204: { description: 'Ended.', schema: null } },
  errors: [],
});

export const listSubmissions = endpoint({
  ...byId,
  id: 'listSubmissions',
  method: 'GET',
  path: '/api/proofings/{id}/submissions',
  summary: 'What clients have chosen, the newest round first',
  query: page,
  responses: { 200: { description: 'One page.', schema: SubmissionPage } },
  errors: ['access_denied'],
});

const byToken = {
  tag: 'Public',
  auth: 'public',
  params: z.object({ token: PathText }),
  unknownParam: 'proofing_not_found',
} as const;
const closed = ['proofing_not_found', 'proofing_expired', 'too_many_requests'] as const;

export const resolveProofing = endpoint({
  ...byToken,
  id: 'resolveProofing',
  method: 'GET',
  path: '/api/public/proofing/{token}',
  summary: 'The files of a proofing, with previews',
  description: 'While it is locked only that it is. The grant of an unlocking is sent as X-Share-Unlock.',
  responses: { 200: { description: 'The proofing as a client sees it.', schema: PublicProofing } },
  errors: closed,
});

export const unlockProofing = endpoint({
  ...byToken,
  id: 'unlockProofing',
  method: 'POST',
  path: '/api/public/proofing/{token}/unlock',
  summary: 'Open a locked proofing by its password',
  description: 'The grant is answered and set as a cookie. It ends with the password it was given for.',
  body: UnlockAttempt,
  responses: { 200: { description: 'The grant.', schema: UnlockGrant } },
  errors: [...closed, 'share_password_incorrect'],
});

export const createSubmission = endpoint({
  ...byToken,
  id: 'createSubmission',
  method: 'POST',
  path: '/api/public/proofing/{token}/submissions',
  summary: 'Submit a selection',
  description: 'Each is a round of its own; none replaces another.',
  body: NewSubmission,
  responses: { 201: { description: 'Submitted.', schema: Submitted } },
  errors: [...closed, 'share_locked', 'file_not_found', 'too_many_selected'],
});
