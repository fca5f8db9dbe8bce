import { endpoint } from '../endpoint.ts';
import { limits, strangersReservation } from '../limits.ts';
import { CaptchaChallenge, NewAnonymousBatch, NewAnonymousUpload } from '../schemas/anonymous.ts';
import { UploadReservation, UploadReservations } from '../schemas/uploads.ts';

const refusals = [
  'captcha_failed',
  'access_denied',
  'storage_quota_exceeded',
  'payload_too_large',
  'too_many_requests',
] as const;

export const createAnonymousUpload = endpoint({
  id: 'createAnonymousUpload',
  method: 'POST',
  path: '/api/public/uploads',
  tag: 'Public',
  summary: 'Reserve an upload without an account',
  description: `The file is shared at once: the answer carries the link. ${strangersReservation}`,
  auth: 'public',
  body: NewAnonymousUpload,
  responses: { 201: { description: 'Reserved.', schema: UploadReservation } },
  errors: refusals,
});

export const createAnonymousBatch = endpoint({
  id: 'createAnonymousBatch',
  method: 'POST',
  path: '/api/public/uploads/batch',
  tag: 'Public',
  summary: 'Reserve several uploads without an account',
  description: `All or nothing, in the order of the request, each with a link of its own. ${strangersReservation}`,
  auth: 'public',
  body: NewAnonymousBatch,
  bodyBytes: limits.anonymousBatchBodyBytes,
  responses: { 201: { description: 'All reserved.', schema: UploadReservations } },
  errors: refusals,
});

export const getCaptchaChallenge = endpoint({
  id: 'getCaptchaChallenge',
  method: 'GET',
  path: '/api/public/captcha/challenge',
  tag: 'Public',
  summary: 'A proof of work to do, where altcha is on',
  auth: 'public',
  responses: { 200: { description: 'The challenge.', schema: CaptchaChallenge } },
  errors: ['not_found'],
});
