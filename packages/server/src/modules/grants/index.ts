/**
 * Upload grants: tokens with which the users of an application upload files, within limits that it sets. Writes upload_grants.
 *
 * `upload-grants.ts` holds what owners do, `granted-uploads.ts` what the holders of tokens do. Their uploads are received by
 * `modules/uploads` like all others, with the purpose `grant` and the grant as their origin.
 *
 * Invariants:
 * - Uploads that are open or complete are never more than `max_files`, and have no more than `max_total_bytes` together.
 * - The transaction that ends an upload also settles its place, or publishes its event.
 * - No upload is completed after its grant was revoked. The expiry of a grant ends no upload that has begun.
 */
export { grantCounts, hashedGrants } from './grant-store.ts';
export { createGrants, type Grants, type GrantsDeps } from './create-grants.ts';
