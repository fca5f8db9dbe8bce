import * as z from 'zod';
import { Email } from '../../emails.ts';
import { limits } from '../../limits.ts';
import { ItemActor, ItemRole, MemberRole } from '../items-schemas.ts';
import { Id, list, MailDelivery, omittable, text, Timestamp } from '../primitives.ts';

export const Principal = z
  .object({
    type: z.enum(['user', 'group']).describe('Whether it is a user or a group of users.'),
    id: Id.describe('ID of the user or the group.'),
    name: z.string().nullable().describe('Name of the user, if set, or of the group.'),
    email: z.string().nullable().describe('Email address of the user. `null` for a group.'),
  })
  .meta({ id: 'Principal', description: 'A user or a group, to whom access is given.' });
export type Principal = z.infer<typeof Principal>;

export const AccessGrant = z
  .object({
    id: Id.describe('ID of the grant.'),
    principal: Principal.describe('Who was given the role.'),
    role: MemberRole.describe('The role on the item and on everything below it.'),
    inheritedFrom: Id.nullable().describe('ID of the folder above on which it was given. `null`: on the item itself.'),
    createdAt: Timestamp.describe('Time at which it was given.'),
    createdBy: ItemActor.nullable().describe('The user who gave it. `null` if the account is gone.'),
  })
  .meta({ id: 'AccessGrant', description: 'A role that a user or a group was given.' });
export type AccessGrant = z.infer<typeof AccessGrant>;

export const AccessInvitation = z
  .object({
    id: Id.describe('ID of the invitation, with which it is revoked.'),
    email: z.string().describe('Email address to which it was sent.'),
    role: MemberRole.describe('The role that is given once it is accepted.'),
    inheritedFrom: Id.nullable().describe('ID of the folder above for which it is. `null`: for the item itself.'),
    createdAt: Timestamp.describe('Time at which it was sent.'),
    expiresAt: Timestamp.describe('Time at which it ends.'),
    createdBy: ItemActor.nullable().describe('The user who sent it. `null` if the account is gone.'),
  })
  .meta({ id: 'AccessInvitation', description: 'A role for somebody who has no account yet.' });
export type AccessInvitation = z.infer<typeof AccessInvitation>;

export const SentAccessInvitation = AccessInvitation.extend({
  url: z
    .string()
    .nullable()
    .describe('URL that accepts it, as in the email. For administrators; `null` for others, and in repeated answers.'),
  mailDelivery: MailDelivery.describe('How the email was sent.'),
}).meta({ id: 'SentAccessInvitation' });
export type SentAccessInvitation = z.infer<typeof SentAccessInvitation>;

export const AccessList = z
  .object({
    access: z
      .array(AccessGrant)
      .describe('What was given on the item and on the folders above it. Those who may not give roles see their own.'),
    invitations: z
      .array(AccessInvitation)
      .describe('Open invitations to the item and to the folders above it, for those who may give roles.'),
    effectiveRole: ItemRole.describe('What the caller may do with the item.'),
  })
  .meta({ id: 'AccessList' });
export type AccessList = z.infer<typeof AccessList>;

export const NewAccess = z
  .strictObject({
    grants: list(
      z
        .strictObject({
          userId: omittable(Id).describe('ID of a user.'),
          groupId: omittable(Id).describe('ID of a group.'),
          email: omittable(Email).describe('Email address of a user, or of somebody to invite.'),
          role: MemberRole.describe('The role to give.'),
        })
        .refine(
          ({ userId, groupId, email }) => [userId, groupId, email].filter((each) => each !== undefined).length === 1,
          'must name one of userId, groupId and email',
        )
        .meta({ 'x-example': { email: 'ada@example.com', role: 'editor' } }),
      { min: 1, max: limits.accessBatch },
    ).describe('Who gets which role. A role that somebody has on the item already is replaced.'),
    notify: omittable(z.boolean()).describe(
      'Whether users who are named get an email. Default: `true`. Invitations are always sent.',
    ),
    message: omittable(text(limits.recipientMessageCharacters)).describe('Text for the email.'),
  })
  .meta({ id: 'NewAccess' });
export type NewAccess = z.infer<typeof NewAccess>;

export const GivenAccessList = z
  .object({
    access: z.array(AccessGrant).describe('The roles that were given, in the order of the request.'),
    invitations: z
      .array(SentAccessInvitation)
      .describe('The invitations that were sent, in the order of the request: to addresses without an account.'),
  })
  .meta({ id: 'GivenAccessList' });
export type GivenAccessList = z.infer<typeof GivenAccessList>;

export const AccessChange = z.strictObject({ role: MemberRole.describe('The new role.') }).meta({ id: 'AccessChange' });

export const DirectoryResults = z
  .object({ results: z.array(Principal).describe('Users and groups, by name.') })
  .meta({ id: 'DirectoryResults' });
export type DirectoryResults = z.infer<typeof DirectoryResults>;
