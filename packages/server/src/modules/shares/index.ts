/**
 * Share links of single files. Writes shares.
 *
 * What always holds: an item has at most one share that is not revoked; a token never changes and is never used again; a
 * revoked share never comes back.
 */
export type { FindShareBy, OpenShare, Shares, SharesDeps } from './shares.ts';
export { createShares } from './shares.ts';
