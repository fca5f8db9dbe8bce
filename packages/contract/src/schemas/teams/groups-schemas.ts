import * as z from 'zod';
import { limits } from '../../limits.ts';
import { cleanPersonName } from '../../names.ts';
import { filledText, Id, Pagination, Timestamp } from '../primitives.ts';

/** What adds members to groups. Stored in rows, so a name never changes. */
export const groupMemberSources = ['admin', 'oidc', 'scim'] as const;
export type GroupMemberSource = (typeof groupMemberSources)[number];

const GroupName = filledText(limits.groupNameCharacters, cleanPersonName).describe(
  'Name of the group. No other group has it, whether in upper or lower case.',
);

export const Group = z
  .object({
    id: Id,
    name: z.string(),
    externalId: z.string().nullable().describe('ID of the group at an identity provider. `null`: it has none.'),
    memberCount: z.int().min(0).describe('Number of members, with disabled accounts.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

export const GroupPage = z.object({ groups: z.array(Group), pagination: Pagination }).meta({ id: 'GroupPage' });
export type GroupPage = z.infer<typeof GroupPage>;

export const GroupMember = z
  .object({
    id: Id.describe('ID of the user.'),
    email: z.string(),
    name: z.string().nullable(),
    source: z
      .enum(groupMemberSources)
      .describe('What added the member: an administrator, single sign-on (`oidc`) or provisioning (`scim`).'),
    addedAt: Timestamp.describe('Time at which the user was added.'),
  })
  .meta({ id: 'GroupMember' });
export type GroupMember = z.infer<typeof GroupMember>;

export const GroupMemberPage = z
  .object({ members: z.array(GroupMember), pagination: Pagination })
  .meta({ id: 'GroupMemberPage' });
export type GroupMemberPage = z.infer<typeof GroupMemberPage>;

export const NewGroup = z.strictObject({ name: GroupName }).meta({ id: 'NewGroup' });
