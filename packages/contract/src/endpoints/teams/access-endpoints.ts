import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { featureLimits, mailLimits } from '../../feature-limits.ts';
import { limits } from '../../limits.ts';
import { Id, text } from '../../schemas/primitives.ts';
import {
  AccessChange,
  AccessGrant,
  AccessList,
  DirectoryResults,
  GivenAccessList,
  NewAccess,
} from '../../schemas/teams/access-schemas.ts';

const access = { tag: 'Access', auth: 'required', scope: 'shares' } as const;
const onItem = { ...access, params: z.object({ id: Id }), unknownParam: 'file_not_found' } as const;
const oneOfItem = { ...access, params: z.object({ id: Id, accessId: Id }), unknownParam: 'access_not_found' } as const;

export const listAccess = endpoint({
  ...onItem,
  id: 'listAccess',
  scope: 'files:read',
  method: 'GET',
  path: '/api/files/{id}/access',
  summary: 'List who has access to an item',
  description:
    'Lists the roles that were given on the item and on the folders above it. Callers who may not give roles see what they were given themselves.',
  responses: { 200: { description: 'The roles.', schema: AccessList } },
  errors: [],
});

export const giveAccess = endpoint({
  ...onItem,
  id: 'giveAccess',
  method: 'POST',
  path: '/api/files/{id}/access',
  summary: 'Give users and groups access to an item',
  description: `Needs the owner or the role \`manager\`. A role counts on the item and on everything below it; of several, the highest counts. All roles are given or none.

An \`email\` without an account is invited, if the caller is an administrator or \`DRIVE_MEMBERS_INVITE\` of the server is on, and the server has a way to get an account; otherwise the answer is 404 \`user_not_found\`. The email has a link; the role is given when the account of the address exists. An account that was registered openly, and for which nobody has vouched, is invited, too, and its user accepts the role by the link. If \`DRIVE_DIRECTORY\` is off, every \`email\` that is given by a caller who is no administrator is invited, with or without an account, and its user accepts the role by the link. An invitation lasts ${limits.accessInvitationDays} days; a new one to the same address and item replaces it. Such callers invite at most ${featureLimits.accessInvitation.calls} addresses an hour. ${mailLimits}`,
  body: NewAccess,
  idempotency: 'replay',
  responses: { 201: { description: 'The roles that were given, and the invitations.', schema: GivenAccessList } },
  errors: ['access_denied', 'user_not_found', 'group_not_found', 'too_many_requests', 'last_manager'],
});

export const changeAccess = endpoint({
  ...oneOfItem,
  id: 'changeAccess',
  method: 'PATCH',
  path: '/api/files/{id}/access/{accessId}',
  summary: 'Change a role',
  description: 'Needs the owner or the role `manager`. Nobody raises a role of their own.',
  body: AccessChange,
  responses: { 200: { description: 'The changed role.', schema: AccessGrant } },
  errors: ['access_denied', 'file_not_found', 'last_manager'],
});

export const revokeAccess = endpoint({
  ...oneOfItem,
  id: 'revokeAccess',
  method: 'DELETE',
  path: '/api/files/{id}/access/{accessId}',
  summary: 'Take a role away',
  description:
    'Needs the owner or the role `manager`; everybody may give up what they were given themselves. With the ID of an invitation, it revokes that. It ends at once what was handed out: signed URLs, open uploads and requests.',
  responses: { 204: { description: 'Taken away.', schema: null } },
  errors: ['access_denied', 'file_not_found', 'last_manager'],
});

export const searchDirectory = endpoint({
  ...access,
  id: 'searchDirectory',
  method: 'GET',
  path: '/api/directory',
  summary: 'Find users and groups',
  description: `Finds users by name or email address, and groups by name, at most ${limits.directoryResults}. \`DRIVE_DIRECTORY\` of the server may say that only a complete email address finds a user, or nothing. Accounts that were registered openly are found once somebody has vouched for them. At most ${featureLimits.directory.calls} searches a minute.`,
  query: z.object({
    q: text(200, (raw) => raw.trim())
      .min(limits.directoryCharacters, `must have at least ${limits.directoryCharacters} characters`)
      .describe('Part of a name or an email address.'),
  }),
  responses: { 200: { description: 'Users and groups.', schema: DirectoryResults } },
  errors: ['too_many_requests'],
});
