/**
 * File requests: links where others send files to their owner. Writes collections and collection_uploads.
 *
 * Who is who: `own-collections.ts` is what an owner does with them, `collecting.ts` what strangers do; `allowed-types.ts`
 * says which files are taken, `closing.ts` ends what is left reserved, `collection-mails.ts` tells owners what has come;
 * `routes.ts` mounts the JSON, `pages/` what people see: `collect-pages.tsx` with `form-route.tsx` and `collect.client.ts`
 * what strangers do, `received-pages.tsx` the owner; `store.ts` and `upload-store.ts` speak to the tables, and `kept-counts.ts`
 * says what their counts have to be.
 *
 * What always holds:
 * - Places that are taken (files that came and uploads that are reserved) are never more than `maxFiles`.
 * - An upload that was reserved for a request is settled in the transaction that ends it: its place, the event, the mail.
 * - Nobody who sends a file learns of another: no name, no number, not that a name was taken.
 */
export { collectionCounts } from './kept-counts.ts';
export { createCollections, type Collections, type CollectionsDeps } from './collections.ts';
