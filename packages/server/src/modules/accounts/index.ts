import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Context } from 'hono';

export type Plan = 'free' | 'paid';

export interface Account {
  /** users.row_id */
  readonly userId: number;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly isAdmin: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface PlanLimits {
  readonly maxFileBytes: number;
  /** null: no quota. */
  readonly quotaBytes: number | null;
}

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly isAdmin?: boolean | undefined;
}

/** A signed-in browser. */
export interface SignedIn {
  readonly caller: Caller;
  /** What requests that change data must bring back, in `X-XSRF-TOKEN` or a form's hidden field. */
  readonly xsrfToken: string;
}

export interface AccountsConfig {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly registration: 'open' | 'invite' | 'closed';
  readonly plans: Readonly<Record<Plan, PlanLimits>>;
}

export interface AccountsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly config: AccountsConfig;
  /** Runs after the first account of this server was made, by whatever way; what it throws is logged. */
  readonly onFirstAdmin?: ((admin: Account) => Promise<void>) | undefined;
}

/** Who people are: accounts, sessions, sign-in, and the pages for it. Writes users, sessions, password_resets, invites. */
export interface Accounts {
  findUser(reader: Reader, userId: number): Promise<Account | undefined>;
  /** `authentication_required` where the account is gone. */
  requireAccount(reader: Reader, userId: number): Promise<Account>;
  findUserByEmail(reader: Reader, email: string): Promise<Account | undefined>;
  planLimits(plan: Plan): PlanLimits;

  /** The session behind the cookie `auth_token`; undefined where there is none or it has run out. */
  authenticateSession(cookieToken: string): Promise<SignedIn | undefined>;
  /** The same for a page's request. */
  findSignedIn(context: Context): Promise<SignedIn | undefined>;

  createUser(user: NewUser): Promise<Account>;
  /** Ends every session of the account. `undefined` where no account has the address. */
  setPassword(email: string, password: string): Promise<Account | undefined>;
  setPlan(email: string, plan: Plan): Promise<Account | undefined>;
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

export declare function createAccounts(deps: AccountsDeps): Accounts;
