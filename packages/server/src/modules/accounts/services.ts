import type { SessionCookies } from './cookies.ts';
import type { FirstAdmin } from './first-admin.ts';
import type { Passwords } from './passwords.ts';
import type { Registration } from './registration.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { Totp } from './totp/index.ts';

/** What the API's routes and the pages share, so that both do the same. */
export interface Services {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly firstAdmin: FirstAdmin;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly totp: Totp;
}
