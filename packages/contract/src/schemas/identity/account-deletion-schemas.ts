import * as z from 'zod';
import { limits } from '../../limits.ts';
import { Password } from '../accounts-schemas.ts';
import { MemberRole } from '../items-schemas.ts';
import { exampleIds, Id, list, omittable, Timestamp } from '../primitives.ts';

const Count = z.int().min(0);

const ManagedDrive = z
  .object({
    id: Id,
    name: z.string(),
    memberCount: Count.describe('Number of users and groups with a role on it, with the caller.'),
    members: z
      .array(
        z.object({
          id: Id,
          name: z.string().nullable(),
          email: z.string(),
          role: MemberRole.describe('Role of the member in the drive.'),
        }),
      )
      .describe(
        `Users who can become its manager, by name. At most ${limits.listedMembers}. Members of a group are listed to administrators, and to everybody if \`DRIVE_DIRECTORY\` is on.`,
      ),
  })
  .meta({ id: 'ManagedDrive' });
export type ManagedDrive = z.infer<typeof ManagedDrive>;

export const AccountDeletionPreview = z
  .object({
    keptDays: z.int().min(0).describe('Days for which the account can be kept after all. 0: it is deleted at once.'),
    needsPassword: z.boolean().describe('Whether the request must have `password`. Others need a recent sign-in only.'),
    obstacle: z
      .enum(['last_admin', 'managed'])
      .nullable()
      .describe(
        'Why the account cannot be deleted. `last_admin`: no other administrator can sign in. `managed`: the identity provider of an organization manages it by SCIM. `null`: it can.',
      ),
    ends: z
      .object({
        links: Count.describe('Links to files and folders.'),
        fileRequests: Count.describe('Open file requests.'),
        proofings: Count.describe('Open proofings.'),
        pastes: Count.describe('Pastes that can be read.'),
        uploadGrants: Count.describe('Upload grants that can be used.'),
        roles: Count.describe('Roles that users and groups were given on items of the caller.'),
        webhooks: Count.describe('Webhooks.'),
        apiKeys: Count.describe('API keys that can be used.'),
      })
      .describe('Counts of the things that stop working with the account.'),
    drives: z.array(ManagedDrive).describe('Team drives without another manager who can sign in, by name.'),
  })
  .meta({ id: 'AccountDeletionPreview', description: 'Consequences that the deletion of an account has for others.' });
export type AccountDeletionPreview = z.infer<typeof AccountDeletionPreview>;

export const AccountDeletionRequest = z
  .strictObject({
    password: omittable(Password).describe('Required if the account has one.'),
    drives: omittable(
      list(
        z.strictObject({
          driveId: Id,
          managerId: Id.nullable().describe(
            'ID of a member, who becomes the manager. `null`: the drive is deleted; administrators can restore it.',
          ),
        }),
        { max: limits.listedDrives },
      ),
    ).describe(
      'The new manager, or the deletion, of each team drive without another manager. Other drives are ignored.',
    ),
  })
  .meta({
    id: 'AccountDeletionRequest',
    'x-example': {
      password: 'correct horse battery staple',
      drives: [{ driveId: exampleIds[0], managerId: exampleIds[1] }],
    },
  });
export type AccountDeletionRequest = z.infer<typeof AccountDeletionRequest>;

export const AccountDeletion = z
  .object({ deletesAt: Timestamp.describe('Until then the account is disabled, and can be kept after all.') })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = z.infer<typeof AccountDeletion>;
