/**
 * File requests: links through which visitors upload into their owner's folder. Writes collections and
 * collection_uploads.
 *
 * `collection-owner.ts` holds what owners do, `collection-visitor.ts` what visitors do; `collection-mails.ts` emails
 * owners what has arrived. `pages/` has the page with its form and client script, and the owner's list of received files.
 *
 * Invariants:
 * - Files that arrived and uploads that are reserved are never more than `maxFiles`.
 * - The transaction that ends an upload for a file request also settles its place, its event and its email.
 * - A visitor learns nothing of other visitors' files: no name, no number, not that a name is in use.
 */
export { collectionCounts } from './collection-store.ts';
export { createCollections, type Collections, type CollectionsDeps } from './create-collections.ts';
