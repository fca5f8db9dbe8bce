import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { Id, pageQuery, text } from '../../schemas/primitives.ts';
import { Group, GroupMember, GroupMemberPage, GroupPage, NewGroup } from '../../schemas/teams/groups-schemas.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;
const byId = { ...admin, params: z.object({ id: Id }), unknownParam: 'group_not_found' } as const;
const member = { ...admin, params: z.object({ id: Id, userId: Id }), unknownParam: 'group_not_found' } as const;
const described = (description: string) => ({ description, schema: Group });

export const listGroups = endpoint({
  ...admin,
  id: 'listGroups',
  method: 'GET',
  path: '/api/admin/groups',
  summary: 'List groups',
  query: z.object({ ...pageQuery, q: text(200).optional().describe('Part of the name.') }),
  responses: { 200: { description: 'One page of groups, by name.', schema: GroupPage } },
  errors: [],
});

export const createGroup = endpoint({
  ...admin,
  id: 'createGroup',
  method: 'POST',
  path: '/api/admin/groups',
  summary: 'Create a group',
  description: 'Whoever gives access to a folder can name a group instead of each of its members.',
  body: NewGroup,
  idempotency: 'replay',
  responses: { 201: described('The group.') },
  errors: ['name_conflict'],
});

export const getGroup = endpoint({
  ...byId,
  id: 'getGroup',
  method: 'GET',
  path: '/api/admin/groups/{id}',
  summary: 'Get a group',
  responses: { 200: described('The group.') },
  errors: [],
});

export const updateGroup = endpoint({
  ...byId,
  id: 'updateGroup',
  method: 'PATCH',
  path: '/api/admin/groups/{id}',
  summary: 'Rename a group',
  body: NewGroup,
  responses: { 200: described('The renamed group.') },
  errors: ['name_conflict'],
});

export const deleteGroup = endpoint({
  ...byId,
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/api/admin/groups/{id}',
  summary: 'Delete a group',
  description: 'The accounts of its members stay. What was given to the group is given to nobody any more.',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: [],
});

export const listGroupMembers = endpoint({
  ...byId,
  id: 'listGroupMembers',
  method: 'GET',
  path: '/api/admin/groups/{id}/members',
  summary: 'List the members of a group',
  query: z.object(pageQuery),
  responses: { 200: { description: 'One page of members, those added last first.', schema: GroupMemberPage } },
  errors: [],
});

export const addGroupMember = endpoint({
  ...member,
  id: 'addGroupMember',
  method: 'PUT',
  path: '/api/admin/groups/{id}/members/{userId}',
  summary: 'Add a user to a group',
  description:
    'Changes nothing if the user is a member. 403 `access_denied` for an account for which nobody has vouched (`vouchedAt`): invite its address.',
  responses: { 200: { description: 'The member.', schema: GroupMember } },
  errors: ['user_not_found'],
});

export const removeGroupMember = endpoint({
  ...member,
  id: 'removeGroupMember',
  method: 'DELETE',
  path: '/api/admin/groups/{id}/members/{userId}',
  summary: 'Remove a user from a group',
  description:
    'Takes effect at once. Single sign-on and provisioning add the user again if the identity provider says so.',
  responses: { 204: { description: 'The user is no member.', schema: null } },
  errors: ['user_not_found'],
});
