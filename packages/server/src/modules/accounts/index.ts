/**
 * Accounts, sessions, sign-in and two-factor authentication, with their pages. Writes users, sessions, password_resets,
 * invites, login_links, totp and recovery_codes.
 *
 * Invariants:
 * - The database contains no token: sessions, invitations and reset links are stored as keyed hashes, and each link works
 *   once.
 * - An email address without an account costs the same work and gets the same answer as one with an account.
 * - Changing a password ends every other session, resetting it ends all and revokes the API keys unless the user keeps
 *   them; both revoke every open reset link.
 * - No account gets a password that is guessed first (`new-passwords.ts`). A session issues keys only if its user has
 *   proved lately who they are, and ends 90 days after the sign-in.
 * - A two-factor code works once. After five wrong codes no code is accepted for a while, also for concurrent attempts.
 * - A disabled account has no session, and nobody reaches what it owns. A deleted account stays disabled.
 * - A suspended account has no session either, and its keys are refused; what it owns stays reachable.
 * - There is always an administrator who can sign in, also if several are demoted, disabled or deleted at once.
 * - Nobody gets an account by its address for which nobody has vouched, or what is meant for that address, beside those who registered it.
 * - Nobody registers before there is an administrator, and the set-up link creates only one.
 */
export { hashedInvites } from './registration/invite-store.ts';
export { hashedSessions, sealedIdTokens } from './sign-in/session-store.ts';
export { hashedRecoveryCodes, sealedTotp } from './sign-in/two-factor-store.ts';
export type { Plan, PlanLimits } from './users/account.ts';
export type { DeleteUserData } from './users/account-deletion.ts';
export type { AccountsConfig, SingleSignOnPort } from './account-services.ts';
export type { BrowserSession } from './sign-in/browser-sessions.ts';
export type { CheckedPasskey, PasskeyPort } from './sign-in/passkey-port.ts';
export { requireSession } from './sign-in/two-factor.ts';
export { createAccounts, type Accounts } from './create-accounts.ts';
export type { NeededProof } from './sign-in/sign-in-methods.ts';
export type { LinkHolder, MadeLink } from './users/link-holder-store.ts';
export { isAdmitted, isEnabled, ownerIsEnabled, userIsAdmitted } from './users/enabled-owner-store.ts';
export { findEmail, type Account } from './users/user-store.ts';
export { requireVouched } from './users/require-vouched.ts';
