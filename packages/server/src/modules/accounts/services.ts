import type { PasswordOfUser } from './user-store.ts';
import type { SessionCookies } from './cookies.ts';
import type { FirstAdmin } from './first-admin.ts';
import type { Passwords } from './passwords.ts';
import type { Registration } from './registration.ts';
import type { Sessions } from './sessions.ts';

/** What the API's routes and the pages share, so that both do the same. */
export interface Services {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly firstAdmin: FirstAdmin;
  readonly registration: Registration;
  readonly passwords: Passwords;
  /** users.row_id of whom the password belongs to; `invalid_credentials` otherwise. */
  readonly checkPassword: (email: string, password: string) => Promise<PasswordOfUser>;
}
