import { endpoint } from '../endpoint.ts';
import { limits, visitorReservation } from '../limits.ts';
import { CaptchaChallenge, NewAnonymousBatch, NewAnonymousUpload } from '../schemas/anonymous-schemas.ts';
import { UploadReservation, UploadReservations } from '../schemas/uploads-schemas.ts';

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
  summary: 'Reserve an anonymous upload',
  description: `Needs no account. The file is shared immediately; the response contains the link. ${visitorReservation}`,
  auth: 'public',
  scope: 'none',
  body: NewAnonymousUpload,
  responses: { 201: { description: 'The reservation.', schema: UploadReservation } },
  errors: refusals,
});

export const createAnonymousBatch = endpoint({
  id: 'createAnonymousBatch',
  method: 'POST',
  path: '/api/public/uploads/batch',
  tag: 'Public',
  summary: 'Reserve several anonymous uploads',
  description: `Reserves either all uploads or none. The response lists the reservations in the order of the request, each with its own link. ${visitorReservation}`,
  auth: 'public',
  scope: 'none',
  body: NewAnonymousBatch,
  bodyBytes: limits.anonymousBatchBodyBytes,
  responses: { 201: { description: 'The reservations.', schema: UploadReservations } },
  errors: refusals,
});

export const getCaptchaChallenge = endpoint({
  id: 'getCaptchaChallenge',
  method: 'GET',
  path: '/api/public/captcha/challenge',
  tag: 'Public',
  summary: 'Get a captcha challenge',
  description: 'Answers `not_found` unless the captcha provider of the server is `altcha`.',
  auth: 'public',
  scope: 'none',
  responses: { 200: { description: 'A proof-of-work challenge.', schema: CaptchaChallenge } },
  errors: ['not_found'],
});
