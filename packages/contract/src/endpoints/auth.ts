import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { featureLimits } from '../limits.ts';
import {
  CreatedApiKey,
  DeviceApproval,
  DevicePoll,
  DeviceStart,
  Login,
  PasswordChange,
  PasswordForgotten,
  PasswordReset,
  Registration,
  Session,
  Setup,
  User,
  UserChange,
} from '../schemas/accounts.ts';
import { Id } from '../schemas/primitives.ts';

const tag = 'Sign-in';
const user = (description: string) => ({ description, schema: User });
const nothing = (description: string) => ({ description, schema: null });

export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/api/auth/register',
  tag,
  summary: 'Create an account',
  description:
    'As far as the server’s registration policy allows: open, by invitation, or not at all. Does not sign in.',
  auth: 'public',
  body: Registration,
  responses: { 201: user('The account.') },
  errors: ['access_denied', 'email_taken'],
});

export const setup = endpoint({
  id: 'setup',
  method: 'POST',
  path: '/api/auth/setup',
  tag,
  summary: 'Create the first administrator from the one-time set-up link',
  auth: 'public',
  body: Setup,
  responses: { 201: user('The administrator.') },
  errors: ['access_denied', 'email_taken'],
});

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
  tag,
  summary: 'Sign in a browser',
  description:
    'Sets the cookies `auth_token` (HttpOnly) and `XSRF-TOKEN`, whose value goes into the header `X-XSRF-TOKEN` of requests that change data. `totp_required`: the password is right; send it again together with a code as `totp`. A code works once; after five wrong ones in 15 minutes the account takes none until those are over.',
  auth: 'public',
  body: Login,
  responses: { 200: user('Signed in.') },
  errors: ['invalid_credentials', 'totp_required', 'too_many_requests'],
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  tag,
  summary: 'End this session',
  auth: 'required',
  responses: { 204: nothing('Signed out; the cookies are cleared.') },
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
  body: PasswordChange,
  responses: { 204: nothing('Changed.') },
  errors: ['invalid_credentials'],
});

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/password/forgot',
  tag,
  summary: 'Mail a link that sets a new password',
  description: 'The answer is the same whether or not the address has an account.',
  auth: 'public',
  body: PasswordForgotten,
  responses: { 202: nothing('If there is such an account, a mail is on its way.') },
  errors: [],
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/password/reset',
  tag,
  summary: 'Set a new password from a mailed link',
  description: 'The link works once. Ends every session of the account.',
  auth: 'public',
  body: PasswordReset,
  responses: { 204: nothing('Set.') },
  errors: ['access_denied'],
});

export const startDevice = endpoint({
  id: 'startDevice',
  method: 'POST',
  path: '/api/auth/device',
  tag,
  summary: 'Begin to sign in a device (RFC 8628)',
  auth: 'public',
  responses: { 200: { description: 'What the person must open and type.', schema: DeviceStart } },
  errors: [],
});

export const approveDevice = endpoint({
  id: 'approveDevice',
  method: 'POST',
  path: '/api/auth/device/approve',
  tag,
  summary: 'Allow or refuse a waiting device',
  description: `At most ${featureLimits.deviceCode.calls} wrong codes in ${featureLimits.deviceCode.seconds / 60} minutes from one account or IP address.`,
  auth: 'required',
  body: DeviceApproval,
  responses: { 204: nothing('Decided.') },
  errors: ['not_found', 'api_key_limit_reached', 'too_many_requests'],
});

export const pollDevice = endpoint({
  id: 'pollDevice',
  method: 'POST',
  path: '/api/auth/device/token',
  tag,
  summary: 'Fetch the key of an allowed device',
  description: 'Poll no faster than the interval. The key is given once.',
  auth: 'public',
  body: DevicePoll,
  responses: { 200: { description: 'The new API key.', schema: CreatedApiKey } },
  errors: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied', 'api_key_limit_reached'],
});

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  tag: 'Account',
  summary: 'The own account',
  auth: 'required',
  responses: { 200: user('The account.') },
  errors: [],
});

export const updateMe = endpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/api/me',
  tag: 'Account',
  summary: 'Change the own account',
  auth: 'required',
  body: UserChange,
  responses: { 200: user('The account.') },
  errors: [],
});

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/me/sessions',
  tag: 'Account',
  summary: 'Where the account is signed in',
  auth: 'required',
  responses: { 200: { description: 'Newest first.', schema: z.array(Session) } },
  errors: [],
});

export const revokeSession = endpoint({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  tag: 'Account',
  summary: 'End a session',
  auth: 'required',
  params: z.object({ id: Id }),
  unknownParam: 'session_not_found',
  responses: { 204: nothing('Ended.') },
  errors: ['session_not_found'],
});
