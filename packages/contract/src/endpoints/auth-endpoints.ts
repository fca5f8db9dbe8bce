import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { featureLimits } from '../feature-limits.ts';
import { limits, recentSignIn } from '../limits.ts';
import {
  CreatedApiKey,
  DeviceApproval,
  DevicePoll,
  DeviceStart,
  Login,
  PasswordChange,
  PasswordForgotten,
  PasswordReset,
  Reauthentication,
  Registration,
  Session,
  SessionPage,
  Setup,
  StorageUse,
  User,
  UserChange,
} from '../schemas/accounts-schemas.ts';
import { StartedOperation } from '../schemas/copies-schemas.ts';
import { Id, pageQuery } from '../schemas/primitives.ts';

const tag = 'Sign-in';
const user = (description: string) => ({ description, schema: User });
const nothing = (description: string) => ({ description, schema: null });

export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/api/auth/register',
  tag,
  summary: 'Register an account',
  description:
    'The registration policy of the server decides: open, by invitation only, or closed (`access_denied`). Does not sign in.',
  auth: 'public',
  scope: 'none',
  body: Registration,
  responses: { 201: user('The user.') },
  errors: ['access_denied', 'email_taken'],
});

export const setup = endpoint({
  id: 'setup',
  method: 'POST',
  path: '/api/auth/setup',
  tag,
  summary: 'Create the first administrator',
  description: 'Requires the token of the one-time setup link.',
  auth: 'public',
  scope: 'none',
  body: Setup,
  responses: { 201: user('The administrator.') },
  errors: ['access_denied', 'email_taken'],
});

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
  tag,
  summary: 'Sign in',
  description:
    'For browsers. `access_denied` if the server has turned passwords off (`passwordLogin` of its public configuration). Sets the cookies `auth_token` (HttpOnly) and `XSRF-TOKEN`; requests that change data send the value of `XSRF-TOKEN` in the header `X-XSRF-TOKEN`. `totp_required` means that the password is correct and the account uses two-factor authentication: repeat the request with a code in `totp`, or with the answer of a passkey in `passkey`; `methods` of the error names what the account has. Each code works once. After five wrong codes in 15 minutes, the account accepts no codes until the 15 minutes have passed.',
  auth: 'public',
  scope: 'none',
  body: Login,
  responses: { 200: user('Signed in.') },
  errors: ['access_denied', 'invalid_credentials', 'totp_required', 'too_many_requests'],
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  tag,
  summary: 'Sign out',
  description: 'Ends the session of this request.',
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  responses: { 204: nothing('Signed out. The cookies are cleared.') },
  errors: [],
});

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/password',
  tag,
  summary: 'Change the password',
  description: 'Ends every other session of the account.',
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  body: PasswordChange,
  responses: { 204: nothing('Changed.') },
  errors: ['invalid_credentials'],
});

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/password/forgot',
  tag,
  summary: 'Request a password reset',
  description:
    'Sends an email with a reset link. The response is the same whether or not an account with this email address exists.',
  auth: 'public',
  scope: 'none',
  body: PasswordForgotten,
  responses: { 202: nothing('Accepted. If the account exists, an email is sent.') },
  errors: [],
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/password/reset',
  tag,
  summary: 'Reset a password',
  description:
    'Takes the token of the emailed link, which can be used once. Ends every session of the account and, unless `revokeKeys` is `false`, revokes its API keys. Of an account that was registered openly, and for which nobody has vouched (`vouchedAt` for administrators), it also revokes the keys in any case, unlinks its identities and turns its webhooks off; unless it has a second factor, the account is vouched for from then on.',
  auth: 'public',
  scope: 'none',
  body: PasswordReset,
  responses: { 204: nothing('The password is set.') },
  errors: ['access_denied'],
});

export const reauthenticate = endpoint({
  id: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  tag,
  summary: 'Confirm who uses a session',
  description: `A session may create API keys and approve devices for ${limits.recentSignInMinutes} minutes after its sign-in, and for as long after this request. It takes the second factor like \`login\`; a passkey alone is enough, and so is \`GET /api/auth/oidc/start?reauthenticate=true\` for users of single sign-on. API keys are refused; they create keys without it.`,
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  body: Reauthentication,
  responses: { 204: nothing('Confirmed.') },
  errors: ['invalid_credentials', 'totp_required', 'too_many_requests'],
});

export const startDevice = endpoint({
  id: 'startDevice',
  method: 'POST',
  path: '/api/auth/device',
  tag,
  summary: 'Start a device sign-in',
  description: 'Device authorization grant (RFC 8628).',
  auth: 'public',
  scope: 'none',
  responses: { 200: { description: 'The device code, and the URL and code for the user.', schema: DeviceStart } },
  errors: [],
});

export const approveDevice = endpoint({
  id: 'approveDevice',
  method: 'POST',
  path: '/api/auth/device/approve',
  tag,
  summary: 'Approve or deny a device sign-in',
  description: `At most ${featureLimits.deviceCode.calls} wrong codes per ${featureLimits.deviceCode.seconds / 60} minutes from one account or network. ${recentSignIn}`,
  auth: 'required',
  scope: 'account',
  body: DeviceApproval,
  responses: { 204: nothing('Approved or denied.') },
  errors: ['not_found', 'api_key_limit_reached', 'too_many_requests', 'reauthentication_required'],
});

export const pollDevice = endpoint({
  id: 'pollDevice',
  method: 'POST',
  path: '/api/auth/device/token',
  tag,
  summary: 'Get the API key of an approved device',
  description:
    'Answers `authorization_pending` until the user approves or denies the device. Poll no faster than `interval`. The key is returned once.',
  auth: 'public',
  scope: 'none',
  body: DevicePoll,
  responses: { 200: { description: 'The new API key.', schema: CreatedApiKey } },
  errors: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied', 'api_key_limit_reached'],
});

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  tag: 'Account',
  summary: 'Get the current user',
  auth: 'required',
  scope: 'any',
  beforeSecondFactor: true,
  folderKeys: {},
  responses: { 200: user('The user.') },
  errors: [],
});

export const updateMe = endpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/api/me',
  tag: 'Account',
  summary: 'Update the current user',
  auth: 'required',
  scope: 'account',
  body: UserChange,
  responses: { 200: user('The user.') },
  errors: [],
});

export const exportMe = endpoint({
  id: 'exportMe',
  method: 'GET',
  path: '/api/me/export',
  tag: 'Account',
  summary: 'Export everything of the current user',
  description: `Starts an operation whose result is the signed URL of a ZIP, for one download within ${limits.exportMinutes} minutes: all files and folders of the caller that are not in the trash below \`files/\`, and as JSON the account, API keys, webhooks, links, file requests, proofings, pastes, upload grants and the activity. It has no limit of size, and no bytes are copied. A key gets what its scopes allow. A file that is changed or trashed before the download ends it: export again. At most ${limits.runningOperations} operations of a user run at a time.`,
  auth: 'required',
  scope: 'files:read',
  responses: { 202: { description: 'The export is being made.', schema: StartedOperation } },
  errors: ['too_many_requests'],
});

export const getStorageUse = endpoint({
  id: 'getStorageUse',
  method: 'GET',
  path: '/api/me/usage',
  tag: 'Account',
  summary: 'Get the storage use by kind',
  description: 'All numbers together are `usedBytes` of the user. Counted from the files when requested.',
  auth: 'required',
  scope: 'files:read',
  responses: { 200: { description: 'The storage use.', schema: StorageUse } },
  errors: [],
});

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/me/sessions',
  tag: 'Account',
  summary: 'List active sessions',
  auth: 'required',
  scope: 'account',
  responses: { 200: { description: 'All active sessions, newest first.', schema: z.array(Session) } },
  streamed: true,
  errors: [],
});

export const listSessionPage = endpoint({
  id: 'listSessionPage',
  method: 'GET',
  path: '/api/sessions',
  tag: 'Account',
  summary: 'List active sessions in pages',
  auth: 'required',
  scope: 'account',
  query: z.object(pageQuery),
  responses: { 200: { description: 'One page of active sessions, newest first.', schema: SessionPage } },
  errors: [],
});

export const revokeSession = endpoint({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  tag: 'Account',
  summary: 'End a session',
  auth: 'required',
  scope: 'account',
  params: z.object({ id: Id }),
  unknownParam: 'session_not_found',
  responses: { 204: nothing('Ended.') },
  errors: ['session_not_found'],
});
