import * as z from 'zod';
import { PersonName, User } from './accounts.ts';
import { Bytes, Email, NewPassword, omittable, Pagination, Timestamp } from './primitives.ts';

export const AdminUser = User.extend({
  quotaOverrideBytes: Bytes.nullable().describe('A quota of its own in place of the plan’s; null: the plan’s.'),
  disabledAt: Timestamp.nullable(),
  lastSignInAt: Timestamp.nullable().describe('By password, in a browser.'),
  lastActiveAt: Timestamp.nullable().describe(
    'The last use of a session or an API key that is still there; refreshed at most once a minute.',
  ),
}).meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUserPage = z
  .object({ users: z.array(AdminUser), pagination: Pagination })
  .meta({ id: 'AdminUserPage' });
export type AdminUserPage = z.infer<typeof AdminUserPage>;

const wishes = {
  plan: omittable(z.enum(['free', 'paid'])),
  quotaBytes: Bytes.nullish().describe('A quota for this account alone, 0 lets it keep nothing; null: the plan’s.'),
  isAdmin: omittable(z.boolean()),
};

export const NewAdminUser = z
  .strictObject({ email: Email, password: NewPassword, name: omittable(PersonName), ...wishes })
  .meta({ id: 'NewAdminUser' });

export const AdminUserChange = z
  .strictObject({ ...wishes, name: PersonName.nullish(), disabled: omittable(z.boolean()) })
  .meta({ id: 'AdminUserChange' });
export type AdminUserChange = z.infer<typeof AdminUserChange>;
