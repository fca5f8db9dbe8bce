import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { linkEndpoints } from '../link-endpoints.ts';
import { Id } from '../schemas/primitives.ts';
import {
  NewProofing,
  NewSubmission,
  Proofing,
  ProofingChange,
  ProofingPage,
  PublicProofing,
  SubmissionPage,
  SubmissionWithFiles,
  Submitted,
} from '../schemas/proofings-schemas.ts';
import { UnlockAttempt, UnlockGrant } from '../schemas/shares-schemas.ts';

const { own, byId, byToken, page, deleted, closed } = linkEndpoints('Proofing', 'proofing');
const described = { 200: { description: 'The proofing.', schema: Proofing } } as const;

export const createProofing = endpoint({
  ...own,
  id: 'createProofing',
  method: 'POST',
  path: '/api/proofings',
  summary: 'Create a proofing',
  description:
    'Everyone with the link can see the thumbnails of the files and submit a selection without an account. In a team drive the proofing belongs to the drive, and stays when its maker leaves.',
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
  summary: 'List proofings',
  query: page,
  responses: { 200: { description: 'One page of the caller’s proofings, newest first.', schema: ProofingPage } },
  errors: ['access_denied', 'drive_not_found'],
});

export const getProofing = endpoint({
  ...byId,
  id: 'getProofing',
  method: 'GET',
  path: '/api/proofings/{id}',
  summary: 'Get a proofing',
  responses: described,
  errors: ['access_denied'],
});

export const updateProofing = endpoint({
  ...byId,
  id: 'updateProofing',
  method: 'PATCH',
  path: '/api/proofings/{id}',
  summary: 'Update a proofing',
  description: 'Omitted fields are not changed. The token and the selection of files or folder never change.',
  body: ProofingChange,
  responses: described,
  errors: ['password_too_long'],
});

export const deleteProofing = endpoint({
  ...byId,
  id: 'deleteProofing',
  method: 'DELETE',
  path: '/api/proofings/{id}',
  summary: 'Delete a proofing',
  description: 'Deletes its submissions. Keeps the files.',
  responses: deleted,
  errors: [],
});

export const listSubmissions = endpoint({
  ...byId,
  id: 'listSubmissions',
  method: 'GET',
  path: '/api/proofings/{id}/submissions',
  summary: 'List the submissions to a proofing',
  query: page,
  responses: { 200: { description: 'One page of submissions, latest round first.', schema: SubmissionPage } },
  errors: ['access_denied'],
});

export const getSubmission = endpoint({
  ...byId,
  id: 'getSubmission',
  method: 'GET',
  path: '/api/proofings/{id}/submissions/{submissionId}',
  params: z.object({ id: Id, submissionId: Id }),
  summary: 'Get a submission with its files',
  responses: { 200: { description: 'The submission and its files.', schema: SubmissionWithFiles } },
  errors: ['access_denied'],
});

export const resolveProofing = endpoint({
  ...byToken,
  id: 'resolveProofing',
  method: 'GET',
  path: '/api/public/proofing/{token}',
  summary: 'Get a public proofing',
  description:
    'While `locked` is true, only the token, the expiry and the flags are returned. To see the rest, send the grant of `unlockProofing` in the header `X-Share-Unlock`.',
  responses: { 200: { description: 'The proofing as clients see it, with its files.', schema: PublicProofing } },
  errors: closed,
});

export const unlockProofing = endpoint({
  ...byToken,
  id: 'unlockProofing',
  method: 'POST',
  path: '/api/public/proofing/{token}/unlock',
  summary: 'Unlock a proofing',
  description:
    'Takes the password of the proofing. The grant is returned and also set as a cookie. It becomes invalid when the password changes.',
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
  description: 'Each submission is a separate round and does not replace earlier ones.',
  body: NewSubmission,
  responses: { 201: { description: 'The submission.', schema: Submitted } },
  errors: [...closed, 'share_locked', 'file_not_found', 'too_many_selected'],
});
