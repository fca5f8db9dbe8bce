/**
 * Who people are: accounts, sessions, passwords, and the pages to sign in with. Writes users, sessions, password_resets,
 * invites, totp and recovery_codes.
 *
 * Who is who: `accounts.ts` is the face; `users.ts` makes accounts, `first-admin.ts` and `registration.ts` say who may,
 * `people.ts` and `invites.ts` are what administrators do, `enabled-owner.ts` what a disabled account means for what it
 * owns, `erasure.ts` what follows a deletion; `sign-in.ts`, `totp/`, `sessions.ts` and `cookies.ts` keep browsers signed in,
 * `passwords.ts` changes and resets; `routes.ts` and `*-page(s).tsx` are two ways to the same services; `*-store.ts` speak
 * to the tables.
 *
 * What always holds:
 * - No token lies in the database: sessions, invitations and reset links are kept as keyed hashes, and each link works
 *   once.
 * - An address without account costs the same work and gets the same answer as one with.
 * - A changed password ends every other session, a reset one ends all, and both end every open reset link.
 * - A code at sign-in works once, and after five wrong ones none is looked at for a while, however many come at once.
 * - A disabled account has no session, and what it owns is reached by nobody; a deleted one is disabled for good.
 * - There is always an administrator who can sign in, however many are demoted, disabled or deleted at once.
 * - Nobody registers before there is an administrator, and the set-up link makes no second one.
 */
export type { Account, Plan, PlanLimits } from './account.ts';
export { createAccounts, type Accounts, type AccountsConfig, type AccountsDeps } from './accounts.ts';
export { isEnabled, ownerIsEnabled } from './enabled-owner.ts';
export type { Erase } from './erasure.ts';
export type { People } from './people.ts';
export type { SignedIn } from './sessions.ts';
export type { NewUser } from './users.ts';
export type { Visitor, VisitorForm, Visitors } from './visitors.ts';
