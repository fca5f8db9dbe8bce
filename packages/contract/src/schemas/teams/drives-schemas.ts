import * as z from 'zod';
import { limits } from '../../limits.ts';
import { cleanPersonName, foldName, ItemName } from '../../names.ts';
import { MemberRole } from '../items-schemas.ts';
import { Bytes, countCharacters, Id, omittable, Pagination, Timestamp } from '../primitives.ts';

/** Names that mean something else at the beginning of a path of the command line, folded. */
const reservedNames: ReadonlySet<string> = new Set(['drive', 'shared']);

const nameText = 'Name of the drive. No other drive has it, whether in upper or lower case.';

/** A name with which a path of the command line begins: `Design:/Logos`. */
export const TeamDriveName = ItemName.overwrite(cleanPersonName)
  .refine((name) => countCharacters(name) >= 2, 'must have at least 2 characters: a single letter is a disk on Windows')
  .refine(
    (name) => countCharacters(name) <= limits.driveNameCharacters,
    `must have at most ${limits.driveNameCharacters} characters`,
  )
  .refine((name) => !name.includes(':'), 'must not contain :')
  .refine((name) => !reservedNames.has(foldName(name)), 'must not be drive or Shared, which paths use')
  .meta({ type: 'string', minLength: 2, maxLength: limits.driveNameCharacters });

const linkRoleText = 'The role from which on members make links of what is in the drive.';
const LinkRole = z.enum(['manager', 'editor']);
export type LinkRole = z.infer<typeof LinkRole>;

const shared = {
  id: Id,
  name: z.string().describe(nameText),
  rootId: Id.describe(
    'ID of its root folder: for `parentId` and similar fields, and for `/api/files/{id}/access`, which lists and changes the members.',
  ),
  usedBytes: Bytes.describe('Bytes of its files, their versions and open uploads.'),
  quotaBytes: Bytes.nullable().describe('Most bytes that it may hold. `null`: no limit.'),
  memberCount: z.int().min(0).describe('Number of users and groups that were given a role on it.'),
  linkRole: LinkRole.describe(linkRoleText),
  createdAt: Timestamp,
};

export const TeamDrive = z
  .object({ ...shared, role: MemberRole.describe('What the caller may do in the drive.') })
  .meta({ id: 'TeamDrive', description: 'A tree of files and folders that belongs to no user.' });
export type TeamDrive = z.infer<typeof TeamDrive>;

export const TeamDriveList = z
  .object({
    drives: z.array(TeamDrive).describe('By name.'),
    mayCreate: z.boolean().describe('Whether the caller may create one.'),
  })
  .meta({ id: 'TeamDriveList' });
export type TeamDriveList = z.infer<typeof TeamDriveList>;

const Quota = z.int().min(0).nullable();

export const NewTeamDrive = z
  .strictObject({
    name: TeamDriveName.describe(nameText),
    quotaBytes: Quota.optional().describe(
      'Most bytes that it may hold; `null`: no limit. Only administrators give it. Default: `DRIVE_TEAM_DRIVE_QUOTA_BYTES`.',
    ),
  })
  .meta({ id: 'NewTeamDrive', 'x-example': { name: 'Design' } });
export type NewTeamDrive = z.infer<typeof NewTeamDrive>;

export const TeamDriveChange = z
  .strictObject({
    name: omittable(TeamDriveName).describe(nameText),
    linkRole: omittable(LinkRole).describe(linkRoleText),
    quotaBytes: Quota.optional().describe('Only administrators change it. `null`: no limit.'),
  })
  .refine(
    ({ name, linkRole, quotaBytes }) => (name ?? linkRole ?? undefined) !== undefined || quotaBytes !== undefined,
    {
      error: 'must be given, or linkRole or quotaBytes: there is nothing to change',
      path: ['name'],
    },
  )
  .meta({ id: 'TeamDriveChange', 'x-example': { name: 'Design' } });
export type TeamDriveChange = z.infer<typeof TeamDriveChange>;

export const AdminTeamDrive = z
  .object({
    ...shared,
    itemCount: z.int().min(0).describe('Number of its files and folders, with those in its trash.'),
    deletedAt: Timestamp.nullable().describe('When it was deleted. `null` if it is not.'),
  })
  .meta({ id: 'AdminTeamDrive' });
export type AdminTeamDrive = z.infer<typeof AdminTeamDrive>;

export const AdminTeamDrivePage = z
  .object({ drives: z.array(AdminTeamDrive).describe('The team drives.'), pagination: Pagination })
  .meta({ id: 'AdminTeamDrivePage' });
export type AdminTeamDrivePage = z.infer<typeof AdminTeamDrivePage>;

/** In answers about what belongs to a tree. */
export const OfDrive = Id.nullable().describe('ID of the team drive that it belongs to. `null`: it belongs to a user.');

const inDriveText = 'ID of a team drive: its root is meant instead of that of the caller.';

/** Means the root of a team drive where a folder is omitted, in a query and in a body. */
export const InDrive = Id.optional().describe(inDriveText);
export const InDriveOrNull = omittable(Id).describe(inDriveText);
