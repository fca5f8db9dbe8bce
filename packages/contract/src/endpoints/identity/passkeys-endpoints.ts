import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits, recentSignIn } from '../../limits.ts';
import { User } from '../../schemas/accounts-schemas.ts';
import {
  Passkey,
  PasskeyChange,
  PasskeyOptions,
  PasskeyRegistration,
  PasskeyRegistrationStart,
  PasskeySignIn,
  PasskeySignInStart,
  RegisteredPasskey,
} from '../../schemas/identity/passkeys-schemas.ts';
import { Id } from '../../schemas/primitives.ts';

const tag = 'Sign-in';
const unavailable =
  '`access_denied` if the server has no passkeys, because its base URL is neither `https` with a host name nor `localhost`.';

export const startPasskeyRegistration = endpoint({
  id: 'startPasskeyRegistration',
  method: 'POST',
  path: '/api/auth/passkeys/register/options',
  tag,
  summary: 'Get the options to create a passkey',
  description: `Requires a session, and the password unless the sign-in of the session is at most ${limits.recentSignInMinutes} minutes old. API keys are refused. The challenge works once, within five minutes. ${unavailable}`,
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  body: PasskeyRegistrationStart,
  bodyOptional: true,
  responses: { 200: { description: 'The options for `navigator.credentials.create`.', schema: PasskeyOptions } },
  errors: ['invalid_credentials', 'reauthentication_required', 'totp_required'],
});

export const registerPasskey = endpoint({
  id: 'registerPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/register',
  tag,
  summary: 'Add a passkey',
  description: `Takes the answer of the authenticator to the options. From then on, a sign-in with the password needs a second factor: a passkey, a code or a recovery code. At most ${limits.passkeys} passkeys: \`passkey_limit_reached\`. Notifies the user by email. API keys are refused.`,
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  body: PasskeyRegistration,
  responses: { 201: { description: 'Added.', schema: RegisteredPasskey } },
  errors: ['invalid_credentials', 'passkey_limit_reached'],
});

export const startPasskeySignIn = endpoint({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/api/auth/passkeys/authenticate/options',
  tag,
  summary: 'Get the options to use a passkey',
  description: `For \`signInWithPasskey\`, and for \`passkey\` of \`login\` and \`reauthenticate\`. The challenge works once, within five minutes. The options name no passkey: the authenticator knows its own. ${unavailable}`,
  auth: 'public',
  scope: 'none',
  body: PasskeySignInStart,
  bodyOptional: true,
  responses: { 200: { description: 'The options for `navigator.credentials.get`.', schema: PasskeyOptions } },
  errors: ['access_denied'],
});

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/authenticate',
  tag,
  summary: 'Sign in with a passkey',
  description:
    'Takes the answer of the authenticator, which must have verified its user, and replaces password and second factor. Sets the cookies like `login`.',
  auth: 'public',
  scope: 'none',
  body: PasskeySignIn,
  responses: { 200: { description: 'Signed in.', schema: User } },
  errors: ['access_denied', 'invalid_credentials'],
});

export const listPasskeys = endpoint({
  id: 'listPasskeys',
  method: 'GET',
  path: '/api/me/passkeys',
  tag,
  summary: 'List passkeys',
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  responses: { 200: { description: 'The passkeys, oldest first.', schema: z.array(Passkey) } },
  errors: [],
});

export const renamePasskey = endpoint({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/api/me/passkeys/{id}',
  tag,
  summary: 'Rename a passkey',
  auth: 'required',
  scope: 'account',
  params: z.object({ id: Id }),
  unknownParam: 'passkey_not_found',
  body: PasskeyChange,
  responses: { 200: { description: 'The passkey.', schema: Passkey } },
  errors: ['passkey_not_found'],
});

export const deletePasskey = endpoint({
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/api/me/passkeys/{id}',
  tag,
  summary: 'Remove a passkey',
  description: `\`last_sign_in_method\` if the account has no password, identity or other passkey. Notifies the user by email. API keys are refused. ${recentSignIn}`,
  auth: 'required',
  scope: 'account',
  params: z.object({ id: Id }),
  unknownParam: 'passkey_not_found',
  responses: { 204: { description: 'Removed.', schema: null } },
  errors: ['passkey_not_found', 'last_sign_in_method', 'reauthentication_required'],
});
