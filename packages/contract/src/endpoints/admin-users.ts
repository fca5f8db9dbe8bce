import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits, mailLimits } from '../limits.ts';
import { Invite, InvitePage, NewInvite } from '../schemas/accounts.ts';
import { AdminUser, AdminUserChange, AdminUserPage, NewAdminUser } from '../schemas/admin-users.ts';
import { Id, QueryBoolean, QueryPositive, text } from '../schemas/primitives.ts';

const admin = { tag: 'Administration', auth: 'admin' } as const;
const byId = { ...admin, params: z.object({ id: Id }), unknownParam: 'user_not_found' } as const;
const page = {
  page: QueryPositive.default(1),
  limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
};
const described = (description: string) => ({ description, schema: AdminUser });

export const listUsers = endpoint({
  ...admin,
  id: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List accounts, the newest first',
  query: z.object({
    ...page,
    q: text(200).optional().describe('What the email address or the name contains.'),
    disabled: QueryBoolean.optional().describe('Only disabled accounts, or only those that are not.'),
  }),
  responses: { 200: { description: 'One page.', schema: AdminUserPage } },
  errors: [],
});

export const createUser = endpoint({
  ...admin,
  id: 'createUser',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Make an account',
  description: 'Whatever the registration policy. To let people choose their own password, invite them.',
  body: NewAdminUser,
  idempotency: 'replay',
  responses: { 201: described('The account.') },
  errors: ['email_taken'],
});

export const getUser = endpoint({
  ...byId,
  id: 'getUser',
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'An account',
  responses: { 200: described('The account.') },
  errors: [],
});

export const updateUser = endpoint({
  ...byId,
  id: 'updateUser',
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  summary: 'Change an account, disable it or enable it again',
  description:
    'What is omitted stays. Disabling ends the sessions at once and suspends API keys, shares, file requests, proofings and webhooks until the account is enabled again. Nobody disables their own account.',
  body: AdminUserChange,
  responses: { 200: described('The account as it is now.') },
  errors: ['last_admin'],
});

export const deleteUser = endpoint({
  ...byId,
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  summary: 'Delete an account with everything in it',
  description:
    'At once nothing of it can be reached any more, and the email address is free. The bytes are taken away behind the answer. Nobody deletes their own account.',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: ['last_admin'],
});

export const createInvite = endpoint({
  ...admin,
  id: 'createInvite',
  method: 'POST',
  path: '/api/admin/invites',
  summary: 'Invite somebody to register',
  description: `The link works once. With an email address it is mailed there, too, and only that address may use it. ${mailLimits}`,
  body: NewInvite,
  bodyOptional: true,
  idempotency: 'refuse',
  responses: { 201: { description: 'The invitation; its token is shown once.', schema: Invite } },
  errors: ['too_many_requests'],
});

export const listInvites = endpoint({
  ...admin,
  id: 'listInvites',
  method: 'GET',
  path: '/api/admin/invites',
  summary: 'List invitations that can still be used, the newest first',
  query: z.object(page),
  responses: { 200: { description: 'One page.', schema: InvitePage } },
  errors: [],
});

export const revokeInvite = endpoint({
  ...admin,
  id: 'revokeInvite',
  method: 'DELETE',
  path: '/api/admin/invites/{id}',
  summary: 'Take an invitation back',
  params: z.object({ id: Id }),
  unknownParam: 'invite_not_found',
  responses: { 204: { description: 'Nobody can use it any more.', schema: null } },
  errors: [],
});
