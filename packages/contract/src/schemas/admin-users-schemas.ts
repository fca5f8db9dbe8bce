import * as z from 'zod';
import { Email } from '../emails.ts';
import { PersonName, User } from './accounts-schemas.ts';
import { Bytes, NewPassword, omittable, Pagination, Timestamp } from './primitives.ts';

export const AdminUser = User.extend({
  quotaOverrideBytes: Bytes.nullable().describe(
    'Quota of this account in bytes, which replaces the quota of the plan. `null`: the quota of the plan applies.',
  ),
  disabledAt: Timestamp.nullable(),
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
