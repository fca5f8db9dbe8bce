/**
 * Share links of single files. Writes shares.
 *
 * Who is who: `shares.ts` is the face; `own-share.ts` is what an owner does with the share of a file, `open-share.ts` what a
 * stranger gets to see; `minting.ts` makes tokens and short codes, `descriptor.ts` the addresses; `share-pages.tsx` mounts
 * the page (`share-page.tsx`) and the short link; `store.ts` speaks to the table.
 *
 * What always holds: an item has at most one share that is not revoked; a token and a short code never change and are
 * never given twice; a revoked share never comes back.
 */
export type { OpenFileShare, OpenFolderShare, OpenMultiShare, OpenShare } from './open-share.ts';
export { shareUrl, shortUrl } from './descriptor.ts';
export type { RecipientRow } from './visitor-store.ts';
export type { DownloadSlot } from './visits.ts';
export type { FindShareBy, ShareRow } from './share-row.ts';
export { createLinkLock, type LinkLock, type LinkLockDeps, type LockableLink } from './link-lock.ts';
export { expiryOf, hashSharePassword } from './share-wishes.ts';
export { createShares, type Shares, type SharesDeps } from './shares.ts';
