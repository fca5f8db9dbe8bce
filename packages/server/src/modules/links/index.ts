/**
 * What every kind of link shares: tokens, slugs, expiry, password, the lock with its cookie, and the limit on guesses.
 * Writes no table; each kind (shares, collections, proofings, pastes) keeps its rows, its rules and its page.
 */
export { createLinkCookies, type LinkCookies } from './link-cookies.ts';
export { createLinkLock, type LinkLock, type LinkLockDeps, type LockableLink } from './link-lock.ts';
export { expiryOf, hashLinkPassword, hashLinkOptions } from './link-options.ts';
export { createLinkToken, limitGuesses } from './link-token.ts';
export { findSlugProblem, requireSlug } from './slug.ts';
