import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { mailLimits } from '../../feature-limits.ts';
import { Invite, InvitePage, NewInvite } from '../../schemas/accounts-schemas.ts';
import {
  AdminUser,
  AdminUserChange,
  AdminUserPage,
  NewAdminUser,
  UserDeletion,
  UserTransfer,
} from '../../schemas/admin-users-schemas.ts';
import { StartedOperation } from '../../schemas/copies-schemas.ts';
import { Id, pageQuery, QueryBoolean, text } from '../../schemas/primitives.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;
const byId = { ...admin, params: z.object({ id: Id }), unknownParam: 'user_not_found' } as const;
const described = (description: string) => ({ description, schema: AdminUser });

export const listUsers = endpoint({
  ...admin,
  id: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List users',
  query: z.object({
    ...pageQuery,
    q: text(200).optional().describe('Part of the email address or the name.'),
    disabled: QueryBoolean.optional().describe('`true`: only disabled accounts. `false`: only enabled accounts.'),
  }),
  responses: { 200: { description: 'One page of users, newest first.', schema: AdminUserPage } },
  errors: [],
});

export const createUser = endpoint({
  ...admin,
  id: 'createUser',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create a user',
  description:
    'Works under every registration policy. To let users choose their own password, create an invitation instead.',
  body: NewAdminUser,
  idempotency: 'replay',
  responses: { 201: described('The user.') },
  errors: ['email_taken'],
});

export const getUser = endpoint({
  ...byId,
  id: 'getUser',
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'Get a user',
  responses: { 200: described('The user.') },
  errors: [],
});

export const updateUser = endpoint({
  ...byId,
  id: 'updateUser',
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  summary: 'Update, disable or enable a user',
  description:
    'Omitted fields are not changed. Disabling an account ends its sessions immediately and suspends its API keys, shares, file requests, proofings and webhooks until the account is enabled again. An account that its user has deleted and that can still be kept is kept by both values of `disabled`: `false` gives it back to the user, `true` leaves it disabled, and the link in the email to the user no longer enables it. Administrators cannot disable their own account. An account for which nobody has vouched (`vouchedAt`) becomes no administrator (403 `access_denied`): invite its address.',
  body: AdminUserChange,
  responses: { 200: described('The updated user.') },
  errors: ['last_admin'],
});

export const transferUser = endpoint({
  ...byId,
  id: 'transferUser',
  method: 'POST',
  path: '/api/admin/users/{id}/transfer',
  summary: 'Move all files of a user to another owner',
  description:
    'Everything in the drive of the user moves, as an operation of the caller, to a new folder in the root of a user or of a team drive. Versions and annotations move along; what is in the trash stays, and links end. It counts in the quota of the new owner; what has no room there stays, and is in `failed`. The role of the caller does not matter. An account for which nobody has vouched (`vouchedAt`) receives nothing (403 `access_denied`).',
  body: UserTransfer,
  responses: { 202: { description: 'The items are being moved.', schema: StartedOperation } },
  errors: ['drive_not_found', 'too_many_requests'],
});

export const deleteUser = endpoint({
  ...byId,
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  summary: 'Delete a user and all their data',
  description:
    'When the response is sent, the data of the account is inaccessible and its email address can be registered again. The bytes are deleted in the background. Administrators cannot delete their own account. With a body, all files of the user move to another owner first, as `POST /api/admin/users/{id}/transfer` moves them; until then the account is disabled.',
  body: UserDeletion,
  bodyOptional: true,
  responses: {
    202: { description: 'The account is disabled, and deleted once everything has moved.', schema: StartedOperation },
    204: { description: 'Deleted.', schema: null },
  },
  errors: ['last_admin', 'drive_not_found', 'too_many_requests'],
});

export const createInvite = endpoint({
  ...admin,
  id: 'createInvite',
  method: 'POST',
  path: '/api/admin/invites',
  summary: 'Create an invitation',
  description: `The link can be used once. If \`email\` is given, the link is sent to that address, and only that address can register with it. If it has an account already, its user opens the link while signed in, which vouches for the account. ${mailLimits}`,
  body: NewInvite,
  bodyOptional: true,
  idempotency: 'refuse',
  responses: { 201: { description: 'The invitation. Its token is returned only in this response.', schema: Invite } },
  errors: ['too_many_requests'],
});

export const listInvites = endpoint({
  ...admin,
  id: 'listInvites',
  method: 'GET',
  path: '/api/admin/invites',
  summary: 'List open invitations',
  query: z.object(pageQuery),
  responses: {
    200: { description: 'One page of invitations that can still be used, newest first.', schema: InvitePage },
  },
  errors: [],
});

export const revokeInvite = endpoint({
  ...admin,
  id: 'revokeInvite',
  method: 'DELETE',
  path: '/api/admin/invites/{id}',
  summary: 'Revoke an invitation',
  params: z.object({ id: Id }),
  unknownParam: 'invite_not_found',
  responses: { 204: { description: 'Revoked.', schema: null } },
  errors: [],
});
