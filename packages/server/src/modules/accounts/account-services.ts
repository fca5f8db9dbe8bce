import type { Caller } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { UploadArea } from './pages/upload-area.ts';
import { createNewPasswords } from './passwords/new-passwords.ts';
import { expiredResets } from './passwords/password-reset-store.ts';
import { createPasswordReset } from './passwords/password-reset.ts';
import { createPasswords, type RevokeKeys } from './passwords/passwords.ts';
import { createUsers, type OnArrival } from './registration/create-user.ts';
import { createInitialSetup } from './registration/initial-setup.ts';
import { expiredInvites } from './registration/invite-store.ts';
import { Invites } from './registration/invites.ts';
import { createRegistration } from './registration/registration.ts';
import { createBrowserSessions } from './sign-in/browser-sessions.ts';
import { expiredLoginLinks } from './sign-in/login-link-store.ts';
import { LoginLinks } from './sign-in/login-links.ts';
import type { PasskeyPort } from './sign-in/passkey-port.ts';
import { createRequirePassword } from './sign-in/require-password.ts';
import { expiredSessions } from './sign-in/session-store.ts';
import { type SecondFactorPolicy, Sessions } from './sign-in/sessions.ts';
import { SignInMethods } from './sign-in/sign-in-methods.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { createTwoFactorMails } from './sign-in/two-factor-mails.ts';
import { TwoFactor } from './sign-in/two-factor.ts';
import { UserDirectory } from './user-directory.ts';
import { createAccountDeletion } from './users/account-deletion.ts';
import { emailKey, type Plan, type PlanLimits, type RegistrationPolicy } from './users/account.ts';
import { findUser, findUserByEmailKey, hasUsers, type Account } from './users/user-store.ts';
import { Vouching } from './vouching.ts';

export interface AccountsConfig {
  readonly registration: RegistrationPolicy;
  /** Whether visitors without an account may upload. */
  readonly anonymousUploads: boolean;
  readonly plans: Readonly<Record<Plan, PlanLimits>>;
  /** Milliseconds between two deletions of expired rows. */
  readonly sweepMs: number;
  readonly passwordLogin: boolean;
  readonly requireSecondFactor: SecondFactorPolicy;
}

/** What pages need of single sign-on. `modules/identity` implements it. */
export interface SingleSignOnPort {
  /** Name of the issuer for users; undefined: there is no single sign-on. */
  readonly name: string | undefined;
  /** Whether the first sign-in of a user creates an account. */
  readonly createsAccounts: boolean;
  /** Where a browser ends the issuer's session after it signed out here; undefined if it need not. Never throws. */
  findSignOutUrl(caller: Caller): Promise<string | undefined>;
}

export type AccountsDeps = Pick<
  Ports,
  'baseUrl' | 'instance' | 'database' | 'clock' | 'random' | 'secrets' | 'passwords' | 'jobs' | 'audit' | 'log' | 'node'
> & {
  readonly mails: Mails;
  readonly config: AccountsConfig;
  readonly revokeKeys: RevokeKeys;
  readonly passkeys: PasskeyPort;
  readonly singleSignOn: SingleSignOnPort;
  /** Runs after the first account was created by a link or a setting. Its errors are logged. */
  readonly onFirstAdmin?: ((admin: Account) => Promise<void>) | undefined;
};

export type AccountServices = ReturnType<typeof createAccountServices>;

export function createAccountServices(deps: AccountsDeps) {
  const { baseUrl, database, jobs, config } = deps;
  const newPasswords = createNewPasswords(deps);
  const arrivals: OnArrival[] = [];
  const arrived: OnArrival = async (tx, user) => {
    for (const onArrival of arrivals) await onArrival(tx, user);
  };
  const users = createUsers({ ...deps, newPasswords, arrived });
  const sessions = new Sessions(deps);
  const invites = new Invites(deps);
  const deletion = createAccountDeletion(deps);
  const directory = new UserDirectory({ ...deps, users, deletion, arrived });
  const vouching = new Vouching({ ...deps, directory });
  const requirePassword = createRequirePassword({ ...deps, sessions });
  const twoFactor = new TwoFactor({ ...deps, mails: createTwoFactorMails(deps), sessions, requirePassword });

  jobs.sweep('accounts.sweep', config.sweepMs, (now) => [
    expiredSessions(now),
    expiredResets(now),
    expiredInvites(now),
    expiredLoginLinks(now),
  ]);

  /** Throws `authentication_required` if the account is deleted or disabled. */
  const requireAccount = async (reader: Reader, userId: number): Promise<Account> => {
    const account = await findUser(reader, userId);
    if (account === undefined) throw new DomainError('authentication_required', 'This account no longer exists.');
    return account;
  };

  return {
    baseUrl,
    instance: deps.instance,
    config,
    get sendsMail() {
      return deps.mails.delivery === 'smtp';
    },
    passkeys: deps.passkeys,
    singleSignOn: deps.singleSignOn,
    loginLinks: new LoginLinks({ ...deps, sessions }),
    signInMethods: new SignInMethods({ ...deps, sessions }),
    users,
    sessions,
    browserSessions: createBrowserSessions({ ...deps, sessions }),
    signIn: new SignIn({ ...deps, sessions, twoFactor }),
    twoFactor,
    passwords: createPasswords({ ...deps, newPasswords, vouching }),
    passwordReset: createPasswordReset({ ...deps, newPasswords, vouching }),
    invites,
    registration: createRegistration({ ...deps, users, invites, arrived, vouching }),
    arrivals,
    startPage: {} as { uploadArea?: () => UploadArea | undefined },
    initialSetup: createInitialSetup({ ...deps, users, newPasswords }),
    directory,
    vouching,
    deletion,
    requirePassword,
    requireAccount,
    getAccount: (userId: number): Promise<Account> => requireAccount(database.reader, userId),
    findByEmail: (email: string): Promise<Account | undefined> => findUserByEmailKey(database.reader, emailKey(email)),
    hasAccounts: (): Promise<boolean> => hasUsers(database.reader),
  };
}
