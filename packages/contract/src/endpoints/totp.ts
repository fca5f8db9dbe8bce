import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { NewTotp, RecoveryCodes, TotpConfirmation, TotpEnrolment, TotpRemoval, TotpStatus } from '../schemas/totp.ts';

const tag = 'Sign-in';

export const getTotp = endpoint({
  id: 'getTotp',
  method: 'GET',
  path: '/api/auth/totp',
  tag,
  summary: 'Whether signing in asks for a code',
  auth: 'required',
  responses: { 200: { description: 'How it stands.', schema: TotpStatus } },
  errors: [],
});

export const enrollTotp = endpoint({
  id: 'enrollTotp',
  method: 'POST',
  path: '/api/auth/totp/enroll',
  tag,
  summary: 'Begin to have sign-ins ask for a code (RFC 6238)',
  description:
    'Takes the password of the account. Six digits every 30 seconds, SHA-1. Nothing changes until a code is confirmed, within an hour; beginning again gives another secret. With a session only.',
  auth: 'required',
  body: NewTotp,
  responses: { 200: { description: 'The secret, for an authenticator.', schema: TotpEnrolment } },
  errors: ['invalid_credentials', 'totp_already_enabled'],
});

export const confirmTotp = endpoint({
  id: 'confirmTotp',
  method: 'POST',
  path: '/api/auth/totp/confirm',
  tag,
  summary: 'Show that the authenticator works, and switch codes on',
  description: `Answers ${limits.recoveryCodes} recovery codes, for whoever loses the authenticator, and mails the owner that it is on. With a session only.`,
  auth: 'required',
  body: TotpConfirmation,
  responses: { 200: { description: 'Switched on.', schema: RecoveryCodes } },
  errors: ['invalid_credentials', 'totp_not_enrolled'],
});

export const removeTotp = endpoint({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/auth/totp',
  tag,
  summary: 'Have sign-ins ask for the password alone',
  description:
    'Takes the password of the account, and mails the owner that it is off. Also if it was not on. With a session only.',
  auth: 'required',
  body: TotpRemoval,
  responses: { 204: { description: 'Switched off.', schema: null } },
  errors: ['invalid_credentials'],
});
