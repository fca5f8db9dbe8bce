import type { SessionCookies } from './cookies.ts';
import type { InitialSetup } from './initial-setup.ts';
import type { Passwords } from './passwords.ts';
import type { Registration } from './registration.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { TwoFactor } from './two-factor.ts';

/** What the API's routes and the pages share, so that both do the same. */
export interface AccountServices {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly initialSetup: InitialSetup;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly totp: TwoFactor;
}
