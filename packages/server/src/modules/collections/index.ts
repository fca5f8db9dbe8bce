/**
 * File requests: links through which visitors upload into their owner's folder. Writes collections and
 * collection_uploads, the latter through `modules/visitor-uploads`, which receives the files.
 *
 * `collection-owner.ts` holds what owners do, `collection-visitor.ts` what visitors see; `pages/` has the page.
 *
 * Invariants:
 * - A visitor learns nothing of other visitors' files: no name, no number, not that a name is in use.
 */
export { collectionCounts } from './collection-store.ts';
export { createCollections, type Collections, type CollectionsDeps } from './create-collections.ts';
