import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  NewTotp,
  RecoveryCodes,
  TotpConfirmation,
  TotpEnrolment,
  TotpRemoval,
  TotpStatus,
} from '../schemas/totp-schemas.ts';

const tag = 'Sign-in';

export const getTotp = endpoint({
  id: 'getTotp',
  method: 'GET',
  path: '/api/auth/totp',
  tag,
  summary: 'Get the status of two-factor authentication',
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  responses: { 200: { description: 'The status.', schema: TotpStatus } },
  errors: [],
});

export const enrollTotp = endpoint({
  id: 'enrollTotp',
  method: 'POST',
  path: '/api/auth/totp/enroll',
  tag,
  summary: 'Start to enable two-factor authentication',
  description:
    'Requires the password of the account and a session; API keys are refused. Codes are TOTP (RFC 6238): six digits, 30 seconds, SHA-1. Two-factor authentication is enabled when `confirmTotp` receives a code within an hour. Each call returns a new secret.',
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  body: NewTotp,
  responses: { 200: { description: 'The secret for an authenticator app.', schema: TotpEnrolment } },
  errors: ['invalid_credentials', 'totp_already_enabled'],
});

export const confirmTotp = endpoint({
  id: 'confirmTotp',
  method: 'POST',
  path: '/api/auth/totp/confirm',
  tag,
  summary: 'Confirm and enable two-factor authentication',
  description: `Takes a code of the authenticator app. Returns ${limits.recoveryCodes} recovery codes for users who lose the app, and notifies the user by email. Requires a session; API keys are refused.`,
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  body: TotpConfirmation,
  responses: { 200: { description: 'Enabled.', schema: RecoveryCodes } },
  errors: ['invalid_credentials', 'totp_not_enrolled'],
});

export const removeTotp = endpoint({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/auth/totp',
  tag,
  summary: 'Disable two-factor authentication',
  description:
    'Requires the password of the account and a session; API keys are refused. Notifies the user by email. Idempotent.',
  auth: 'required',
  scope: 'account',
  body: TotpRemoval,
  responses: { 204: { description: 'Disabled.', schema: null } },
  errors: ['invalid_credentials'],
});
