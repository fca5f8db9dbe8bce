/**
 * Common parts of all links: tokens, slugs, expiry, password, the lock with its cookie, the limit on guesses, the queries
 * (`link-store.ts`), the owner's CRUD, the page, the texts of refusals, what automated visits get instead of other pages,
 * and the owner's pages. Writes only the table of the calling kind; each kind (shares, collections, proofings, pastes) has its own columns, rules and page.
 */
export { isAutomated, requirePerson } from './automated-visits.ts';
export { createLinkCookies, type LinkCookies } from './link-cookies.ts';
export { PasswordLock, type LinkLock, type LinkLockDeps, type LockableLink } from './link-lock.ts';
export { expiryOf, hashLinkPassword, hashLinkOptions } from './link-options.ts';
export { createLinkToken, limitGuesses } from './link-token.ts';
export { findSlugProblem, requireSlug } from './slug.ts';
export { LinkOwner, type LinkOwnerDeps, type NewLink } from './link-owner.ts';
export { mountOwnerRedirect } from './owner-redirect.ts';
export { mountLinkPage } from './link-pages.tsx';
export { linkRefusals } from './link-refusals.ts';
export { createLinkStore, folderLinkColumns, linkColumns } from './link-store.ts';
