import * as z from 'zod';
import { Email } from '../emails.ts';
import { PersonName, User } from './accounts-schemas.ts';
import { Bytes, exampleIds, Id, NewPassword, omittable, Pagination, Timestamp } from './primitives.ts';

export const AdminUser = User.extend({
  quotaOverrideBytes: Bytes.nullable().describe(
    'Quota of this account in bytes, which replaces the quota of the plan. `null`: the quota of the plan applies.',
  ),
  disabledAt: Timestamp.nullable(),
  deletesAt: Timestamp.nullable().describe(
    'When the account is deleted, because its user has deleted it. Setting `disabled` keeps it, enabled or disabled. `null`: it is not to be deleted.',
  ),
  vouchedAt: Timestamp.nullable().describe(
    'When somebody vouched that the email address is that of the user: who created or invited the account, an identity provider, or a link that was sent to the address. `null`: nobody has, because the account was registered openly, maybe by somebody else.',
  ),
  lastSignInAt: Timestamp.nullable().describe('Last sign-in with a password in a browser.'),
  lastActiveAt: Timestamp.nullable().describe(
    'Last use of an existing session or API key. Updated at most once per minute.',
  ),
}).meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUserPage = z
  .object({ users: z.array(AdminUser), pagination: Pagination })
  .meta({ id: 'AdminUserPage' });
export type AdminUserPage = z.infer<typeof AdminUserPage>;

const userFields = {
  plan: omittable(z.enum(['free', 'paid'])),
  quotaBytes: Bytes.nullish().describe(
    'Quota of this account in bytes. 0 allows no files. `null`: the quota of the plan applies.',
  ),
  isAdmin: omittable(z.boolean()),
};

export const NewAdminUser = z
  .strictObject({ email: Email, password: NewPassword, name: omittable(PersonName), ...userFields })
  .meta({ id: 'NewAdminUser' });

export const AdminUserChange = z
  .strictObject({ ...userFields, name: PersonName.nullish(), disabled: omittable(z.boolean()) })
  .meta({ id: 'AdminUserChange' });
export type AdminUserChange = z.infer<typeof AdminUserChange>;

const receiver = {
  toUserId: omittable(Id).describe('ID of the user who receives everything.'),
  driveId: omittable(Id).describe('ID of the team drive that receives everything.'),
};
const isGiven = (id: string | null | undefined): boolean => (id ?? undefined) !== undefined;
const oneReceiver = { error: 'must be given, or driveId, and not both', path: ['toUserId'] };

export const UserTransfer = z
  .strictObject(receiver)
  .refine(({ toUserId, driveId }) => isGiven(toUserId) !== isGiven(driveId), oneReceiver)
  .meta({ id: 'UserTransfer', 'x-example': { toUserId: exampleIds[0] } });
export type UserTransfer = z.infer<typeof UserTransfer>;

export const UserDeletion = z
  .strictObject(receiver)
  .refine(({ toUserId, driveId }) => !(isGiven(toUserId) && isGiven(driveId)), oneReceiver)
  .meta({ id: 'UserDeletion', 'x-example': {} });
export type UserDeletion = z.infer<typeof UserDeletion>;
