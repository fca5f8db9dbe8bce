/**
 * WebDAV at `/dav/` (RFC 4918, classes 1 and 2), with an API key as password. Writes dav_locks and dav_properties;
 * other changes go through the modules that own the data.
 *
 * `dav-request.ts` reads headers and checks conditions and locks, `create-webdav.ts` lists the methods and their files.
 *
 * Invariants:
 * - Locks protect paths, for a limited time, and from WebDAV requests only: the API ignores them.
 * - Conditions and locks are checked in the transaction of the change, with the owner's tree locked.
 * - Dead properties belong to an item's row, so they move with it and end with its purge.
 */
export { createWebdav, type Webdav, type WebdavDeps } from './create-webdav.ts';
