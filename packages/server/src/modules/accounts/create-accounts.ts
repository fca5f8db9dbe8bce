import type { Caller } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import { mountAccountRoutes } from './account-routes.ts';
import { createAccountServices, type AccountsDeps } from './account-services.ts';
import { mountPasswordResetPages } from './pages/password-reset-pages.tsx';
import { RegistrationPages } from './pages/registration-pages.tsx';
import { mountSignInPages } from './pages/sign-in-pages.tsx';
import { mountStartPage } from './pages/start-page.tsx';
import type { SignIn } from './sign-in/sign-in.ts';
import { emailKey, type Plan, type PlanLimits } from './users/account.ts';
import { createAnonymousOwner } from './users/anonymous-owner.ts';
import { findUser, findUserByEmailKey, findUserById, listAdmins, listUsers, type Account } from './users/user-store.ts';

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
    planLimits: (plan: Plan): PlanLimits => config.plans[plan],

    ensureAnonymousOwner: anonymousOwner.ensure,
    findAnonymousOwner: anonymousOwner.find,
    isAnonymous: async (reader: Reader, userId: number): Promise<boolean> =>
      (await anonymousOwner.find(reader)) === userId,

    authenticateSession: (token: string) => sessions.authenticate(token),
    requireRecentSignIn: (reader: Reader, caller: Caller) => sessions.requireRecentSignIn(reader, caller),
    /** What the caller must send before a key is issued: nothing, the password, or a code with it. */
    neededProof: async (caller: Caller): Promise<'none' | 'password' | 'password_and_code'> => {
      if (await sessions.isRecent(caller)) return 'none';
      return (await twoFactor.status(caller.userId)).enabled ? 'password_and_code' : 'password';
    },
    /** Throws `access_denied` for an API key, `invalid_credentials`, `totp_required` and `too_many_requests`. */
    reauthenticate: (...sent: Parameters<SignIn['reauthenticate']>) => services.signIn.reauthenticate(...sent),
    browserSessions,
    directory,
    invites,
    deletion,

    createUser: users.createUser,
    setPassword: passwords.set,
    /** False if two-factor authentication was off, undefined if no account has the address. */
    resetTotp: async (email: string): Promise<boolean | undefined> => {
      const account = await findUserByEmail(database.reader, email);
      return account && twoFactor.reset(account.userId, 'console');
    },
    listAdmins,
    /** Oldest first. */
    listUsers: (): Promise<Account[]> => listUsers(database.reader),
    ensureAdmin: initialSetup.ensure,
    createSetupLink: initialSetup.createLink,

    routes: (router: Router): void => {
      mountAccountRoutes(router, services, deps);
      mountStartPage(router, services);
      mountSignInPages(router, services);
      new RegistrationPages(services).mount(router);
      mountPasswordResetPages(router, services);
    },
    /** Writes pending last uses of sessions. Call before the database closes. */
    flush: () => sessions.flush(),
  };
}
