import type { Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import { mountAccountRoutes } from './account-routes.ts';
import { createAccountServices, type AccountsDeps } from './account-services.ts';
import { mountPasswordResetPages } from './pages/password-reset-pages.tsx';
import { RegistrationPages } from './pages/registration-pages.tsx';
import { SignInPages } from './pages/sign-in-pages.tsx';
import { mountStartPage } from './pages/start-page.tsx';
import type { UploadArea } from './pages/upload-area.ts';
import type { OnArrival } from './registration/create-user.ts';
import { findSignInWays } from './sign-in/second-factor-store.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { emailKey, type Plan, type PlanLimits } from './users/account.ts';
import { createAnonymousOwner } from './users/anonymous-owner.ts';
import { insertDriveOwner, setDriveOwnerDisabled } from './users/enabled-owner-store.ts';
import { findLinkHolder, listResponsible, type LinkHolder } from './users/link-holder-store.ts';
import {
  findUser,
  findUserByEmailKey,
  findUserById,
  hasUsers,
  listAdmins,
  listUsers,
  updateUser,
  type Account,
} from './users/user-store.ts';

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(deps: AccountsDeps) {
  const { database, config } = deps;
  const services = createAccountServices(deps);
  const { users, sessions, browserSessions, twoFactor, passwords, invites, initialSetup, directory, deletion } =
    services;
  const anonymousOwner = createAnonymousOwner(deps);
  const findUserByEmail = (reader: Reader, email: string): Promise<Account | undefined> =>
    findUserByEmailKey(reader, emailKey(email));

  return {
    findUser,
    requireAccount: services.requireAccount,
    /** Finds disabled accounts, too. */
    findUserByEmail,
    findUserById,
    findLinkHolder,
    listResponsible,
    planLimits: (plan: Plan): PlanLimits => config.plans[plan],
    /** What visitors of a link may send. A team drive has no plan, but a quota of its own. */
    limitsOf: ({ plan }: LinkHolder): PlanLimits =>
      plan === null ? { ...config.plans.paid, quotaBytes: null } : config.plans[plan],

    ensureAnonymousOwner: anonymousOwner.ensure,
    findAnonymousOwner: anonymousOwner.find,
    isAnonymous: async (reader: Reader, userId: number): Promise<boolean> =>
      (await anonymousOwner.find(reader)) === userId,

    /** The hidden owners of team drives, for modules/drives. */
    driveOwners: { insert: insertDriveOwner, setDisabled: setDriveOwnerDisabled },

    authenticateSession: (token: string) => sessions.authenticate(token),
    requireRecentSignIn: (reader: Reader, caller: Caller) => sessions.requireRecentSignIn(reader, caller),
    /** Throws `reauthentication_required` and the like. */
    requireRecent: (caller: Caller) => sessions.requireRecentSignIn(database.reader, caller),
    /** Requires the password of the caller again, if the account has one. Throws `invalid_credentials`. */
    requirePassword: services.requirePassword,
    getEmail: async (userId: number): Promise<string> => (await services.getAccount(userId)).email,
    isRecent: (caller: Caller) => sessions.isRecent(caller),
    /** How a page asks for a proof before a key is issued; undefined if the sign-in is recent. */
    neededProof: (caller: Caller) => services.signInMethods.neededProof(caller),
    /** How a user (users.row_id) can prove who they are. */
    findSignInWays,
    /** What signs in without a password, for modules/identity. */
    signIns: { sessions, users, twoFactor },
    /** Call after a way to sign in was removed, under the lock of the user's ways. Throws `last_sign_in_method` if none is left. */
    requireSignInWay: (tx: Tx, userId: number) => services.signInMethods.requireOne(tx, userId),
    hasAccounts: hasUsers,
    createLoginLink: (email: string) => services.loginLinks.create(email),
    /** Throws `access_denied` for an API key, `invalid_credentials`, `totp_required` and `too_many_requests`. */
    reauthenticate: (...sent: Parameters<SignIn['reauthenticate']>) => services.signIn.reauthenticate(...sent),
    browserSessions,
    directory,
    invites,
    /** Whether somebody without an account can get one: by an invitation, or at single sign-on. */
    get takesInvited(): boolean {
      return (
        services.registration.isPossible || (deps.singleSignOn.name !== undefined && deps.singleSignOn.createsAccounts)
      );
    },
    /** Runs in the transaction that adds an account whose address is known to be that of its user, or has accepted an invitation. */
    onArrival: (listen: OnArrival): void => void services.arrivals.push(listen),
    /** Accounts that were registered openly, until somebody vouches for them. */
    vouching: services.vouching,
    deletion,
    /** The start page shows it. undefined: visitors without an account may not upload. */
    offerUploads: (area: () => UploadArea | undefined): void => void (services.startPage.uploadArea = area),

    createUser: users.createUser,
    setPassword: passwords.set,
    /** False if two-factor authentication was off, undefined if no account has the address. */
    resetTotp: async (email: string): Promise<boolean | undefined> => {
      const account = await findUserByEmail(database.reader, email);
      return account && twoFactor.reset(account.userId, 'console');
    },
    /** Ends emails about what others do. */
    unsubscribe: (userId: number): Promise<boolean> =>
      database.write((tx) => updateUser(tx, userId, { notificationMail: 'never' })),
    listAdmins,
    /** Oldest first. */
    listUsers: (): Promise<Account[]> => listUsers(database.reader),
    ensureAdmin: initialSetup.ensure,
    createSetupLink: initialSetup.createLink,

    routes: (router: Router): void => {
      mountAccountRoutes(router, services, deps);
      mountStartPage(router, services);
      new SignInPages(services).mount(router);
      new RegistrationPages(services).mount(router);
      mountPasswordResetPages(router, services);
    },
    /** Writes pending last uses of sessions. Call before the database closes. */
    flush: () => sessions.flush(),
  };
}
