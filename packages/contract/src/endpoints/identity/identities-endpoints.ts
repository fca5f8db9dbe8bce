import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { recentSignIn } from '../../limits.ts';
import { IdentityLink, IdentityLinkStart, UserIdentity } from '../../schemas/identity/identities-schemas.ts';
import { Id } from '../../schemas/primitives.ts';

const tag = 'Sign-in';

export const listIdentities = endpoint({
  id: 'listIdentities',
  method: 'GET',
  path: '/api/me/identities',
  tag,
  summary: 'List identities of single sign-on',
  description: 'The accounts at the issuer of single sign-on with which the caller can sign in.',
  auth: 'required',
  scope: 'account',
  beforeSecondFactor: true,
  responses: { 200: { description: 'The identities, oldest first.', schema: z.array(UserIdentity) } },
  errors: [],
});

export const linkIdentity = endpoint({
  id: 'linkIdentity',
  method: 'POST',
  path: '/api/me/identities/link',
  tag,
  summary: 'Link an identity of single sign-on',
  description: `Returns the URL to which the browser of the session goes, and sets a cookie; the issuer sends it back, and the identity signs in to this account from then on. API keys are refused. ${recentSignIn}`,
  auth: 'required',
  scope: 'account',
  body: IdentityLink,
  bodyOptional: true,
  responses: { 200: { description: 'Where to go.', schema: IdentityLinkStart } },
  errors: ['reauthentication_required'],
});

export const unlinkIdentity = endpoint({
  id: 'unlinkIdentity',
  method: 'DELETE',
  path: '/api/me/identities/{id}',
  tag,
  summary: 'Unlink an identity of single sign-on',
  description: `Ends its sessions except for the one of the request. \`last_sign_in_method\` if the account has no password, passkey or other identity. API keys are refused. ${recentSignIn}`,
  auth: 'required',
  scope: 'account',
  params: z.object({ id: Id }),
  unknownParam: 'identity_not_found',
  responses: { 204: { description: 'Unlinked.', schema: null } },
  errors: ['identity_not_found', 'last_sign_in_method', 'reauthentication_required'],
});
