/**
 * Links to a file, a folder or several files. Writes shares, short_links, share_files, share_transfers, share_tickets,
 * unlock_events, share_recipients and share_uploads, the latter through `modules/visitor-uploads`.
 *
 * `create-shares.ts` composes what owners and other modules use; `create-public-shares.ts` composes the visitor half:
 * the JSON below /api/public, the pages in `pages/`, and the search over public shares. `uploads/` receives files of visitors.
 *
 * Invariants: an item that has links has one first link, which the documented endpoints speak of; a token and a generated short code never change and are
 * never reused; a share that was revoked, or whose items were all purged, never opens again. Visitors learn nothing about
 * a share that is not open, no name, size or count while it is locked, and nothing about items outside the share.
 */
export { createPublicShares } from './create-public-shares.ts';
export { createShares, type Shares } from './create-shares.ts';
export type { CountDownload, DownloadSlot, Taken } from './transfers/download-slots.ts';
export { feedbackCounts } from './feedback-count-store.ts';
export { shareUploadCounts } from './uploads/share-upload-store.ts';
export type { CountryOf } from './transfers/share-visits.ts';
export { deliveryKey, type Ticket } from './transfers/share-tickets.ts';
export { isUsedUp, shareLimitReached, type OpenShare } from './open-share.ts';
