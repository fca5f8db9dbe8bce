import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database, type Reader, type Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { emailKey, type Account, type Plan, type PlanLimits, type RegistrationPolicy } from './account.ts';
import { mountAccountPage } from './account-page.tsx';
import { mountAccountPages } from './registration-pages.tsx';
import { createSessionCookies } from './cookies.ts';
import { createInitialSetup } from './initial-setup.ts';
import { createAccountDeletion, type AccountDeletion } from './account-deletion.ts';
import { deleteExpiredInvites } from './invite-store.ts';
import { createInvites, type Invites } from './invites.ts';
import { mountPasswordPages } from './password-reset-pages.tsx';
import { createPasswords } from './passwords.ts';
import { createUserDirectory, type UserDirectory } from './user-directory.ts';
import { readProfile } from './profile.ts';
import { createRegistration } from './registration.ts';
import { deleteExpiredResets } from './password-reset-store.ts';
import { mountRoutes } from './account-routes.ts';
import { deleteExpiredSessions } from './session-store.ts';
import { createSecurityMails } from './security-mails.ts';
import { createSessions, type SignedIn } from './sessions.ts';
import { mountSignInPages } from './sign-in-pages.tsx';
import { createSignIn } from './sign-in.ts';
import { mountStartPage } from './start-page.tsx';
import { createTwoFactor } from './two-factor.ts';
import { findUser, findUserByEmailKey, hasUsers, listUsers } from './user-store.ts';
import { createAnonymousOwner } from './anonymous-owner.ts';
import { createUsers, type NewUser } from './users.ts';
import { createBrowserSessions, type BrowserSessions } from './browser-sessions.ts';

export interface AccountsConfig {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly registration: RegistrationPolicy;
  /** Whether visitors without an account may upload. The start page then links to the upload page. */
  readonly anonymousUploads: boolean;
  readonly plans: Readonly<Record<Plan, PlanLimits>>;
  /** How often what has run out is thrown away. */
  readonly sweepMs: number;
}

export interface AccountsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly jobs: Jobs;
  readonly mails: Mails;
  readonly audit: Audit;
  readonly log: Log;
  readonly config: AccountsConfig;
  /** Runs after the first account of this server was made by a link or a setting; what it throws is logged. */
  readonly onFirstAdmin?: ((admin: Account) => Promise<void>) | undefined;
}

/** Accounts, sessions, sign-in, and their pages. */
export interface Accounts {
  /** undefined where the account is gone or disabled. */
  findUser(reader: Reader, userId: number): Promise<Account | undefined>;
  /** `authentication_required` where the account is gone or disabled. */
  requireAccount(reader: Reader, userId: number): Promise<Account>;
  /** Also of a disabled account. */
  findUserByEmail(reader: Reader, email: string): Promise<Account | undefined>;
  planLimits(plan: Plan): PlanLimits;

  /**
   * users.row_id of the hidden owner of what comes without an account: nobody can sign in as it, it is in no list, and
   * a server that has no other user has none.
   */
  ensureAnonymousOwner(tx: Tx): Promise<number>;
  /** undefined until there was such an upload. */
  findAnonymousOwner(reader: Reader): Promise<number | undefined>;
  /** Whether what this user owns is nobody's. */
  isAnonymous(reader: Reader, userId: number): Promise<boolean>;

  /** The session behind the cookie `auth_token`; undefined where there is none or it has run out. */
  authenticateSession(cookieToken: string): Promise<SignedIn | undefined>;
  /** The same for pages of other modules. */
  readonly browserSessions: BrowserSessions;

  /** Accounts as administrators look after them. */
  readonly directory: UserDirectory;
  readonly invites: Invites;
  readonly deletion: AccountDeletion;

  createUser(user: NewUser): Promise<Account>;
  /** Ends every session of the account. undefined where no account has the address. */
  setPassword(email: string, password: string): Promise<Account | undefined>;
  /**
   * For whoever lost the authenticator and the recovery codes. False where the account asked for no code, undefined where
   * no account has the address.
   */
  resetTotp(email: string): Promise<boolean | undefined>;
  /** Oldest first. */
  listUsers(): Promise<Account[]>;
  /** At start, from DRIVE_ADMIN_EMAIL and DRIVE_ADMIN_PASSWORD: makes the admin where the address has no account. */
  ensureAdmin(email: string, password: string): Promise<Account>;
  /** The one-time link that makes the first admin; undefined as soon as there is an account. */
  createSetupLink(): Promise<string | undefined>;

  routes(router: Router): void;
  /** Writes what is waiting to be written; on stop, and in tests. */
  flush(): Promise<void>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { database, clock, jobs, config } = deps;
  const { baseUrl, plans } = config;

  const users = createUsers(deps);
  const anonymousOwner = createAnonymousOwner(deps);
  const sessions = createSessions(deps);
  const cookies = createSessionCookies(baseUrl);
  const initialSetup = createInitialSetup({ ...deps, users, baseUrl, onFirstAdmin: deps.onFirstAdmin });
  const invites = createInvites({ ...deps, baseUrl, policy: config.registration });
  const registration = createRegistration({ ...deps, users, invites, policy: config.registration });
  const deletion = createAccountDeletion(deps);
  const directory = createUserDirectory({ ...deps, users, deletion, plans });
  const passwords = createPasswords({ ...deps, baseUrl });
  const securityMails = createSecurityMails({ ...deps, baseUrl });
  const totp = createTwoFactor({ ...deps, securityMails, baseUrl });
  const signIn = createSignIn({ ...deps, sessions, totp });
  const browserSessions = createBrowserSessions({ database, sessions, cookies });
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');

  jobs.every('accounts.sweep', config.sweepMs, async ({ signal }) => {
    const now = clock.now();
    for (const deleteExpired of [deleteExpiredSessions, deleteExpiredResets, deleteExpiredInvites])
      await deleteInBatches(database, signal, (tx, limit) => deleteExpired(tx, now, limit));
  });

  const requireAccount = async (reader: Reader, userId: number): Promise<Account> => {
    const account = await findUser(reader, userId);
    if (account === undefined) throw new DomainError('authentication_required', 'This account is not there any more.');
    return account;
  };

  const getAccount = (userId: number): Promise<Account> => requireAccount(database.reader, userId);
  const hasAccounts = (): Promise<boolean> => hasUsers(database.reader);
  const services = { sessions, cookies, initialSetup, registration, passwords, signIn, totp };

  return {
    findUser,
    requireAccount,
    findUserByEmail: (reader, email) => findUserByEmailKey(reader, emailKey(email)),
    planLimits: (plan) => plans[plan],
    ensureAnonymousOwner: anonymousOwner.ensure,
    findAnonymousOwner: anonymousOwner.find,
    isAnonymous: async (reader, userId) => (await anonymousOwner.find(reader)) === userId,
    authenticateSession: sessions.authenticate,
    browserSessions,
    directory,
    invites,
    deletion,
    createUser: users.createUser,
    setPassword: users.setPassword,
    resetTotp: async (email) => {
      const account = await findUserByEmailKey(database.reader, emailKey(email));
      return account && totp.reset(account.userId, 'console');
    },
    listUsers: () => listUsers(database.reader),
    ensureAdmin: initialSetup.ensure,
    createSetupLink: initialSetup.createLink,
    routes: (router) => {
      mountRoutes(router, {
        ...services,
        database,
        getAccount,
        readProfile: (account) => readProfile(database.reader, account, plans),
      });
      const pages = {
        ...services,
        anonymousUploads: config.anonymousUploads,
        baseUrl,
        basePath,
        browserSessions,
        getAccount,
        hasAccounts,
      };
      mountStartPage(router, pages);
      mountSignInPages(router, pages);
      mountAccountPages(router, pages);
      mountAccountPage(router, pages);
      mountPasswordPages(router, pages);
    },
    flush: sessions.flush,
  };
}
