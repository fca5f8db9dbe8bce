/**
 * Links to a file, a folder or several files. Writes shares, short_links, share_files, share_transfers,
 * unlock_events and share_recipients.
 *
 * Who is who: `shares.ts` is the face. What an owner does: `own-share.ts`, `multi-share.ts`, `visibility.ts`, `slug.ts`,
 * `share-listing.ts`; `minting.ts` makes tokens and short codes, `descriptor.ts` the addresses. What a stranger comes to:
 * `open-share.ts`, `unlocking.ts`, `recipients.ts`, `visits.ts` with `download-slots.ts` (which enforces
 * `maxDownloads`), and what is mailed of it (`share-mails.ts`). `store.ts`, `visitor-store.ts`, `transfer-store.ts` and `feedback-counts.ts` speak to the tables.
 *
 * What always holds: an item has at most one share that is not revoked; a token and a short code never change and are
 * never given twice; a share that was revoked, or whose items were all purged, never comes back.
 */
export { isUsedUp, shareLimitReached } from './open-share.ts';
export type { OpenFileShare, OpenFolderShare, OpenMultiShare, OpenShare } from './open-share.ts';
export { shareUrl, shortUrl } from './descriptor.ts';
export type { RecipientRow } from './visitor-store.ts';
export type { DownloadSlot } from './download-slots.ts';
export type { FindShareBy, ShareRow } from './share-row.ts';
export { isNotPurged } from './store.ts';
export type { FeedbackKind } from './feedback-counts.ts';
export { createShares, type Shares, type SharesDeps } from './shares.ts';
