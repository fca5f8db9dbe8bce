/**
 * API keys, and the sign-in of devices (RFC 8628) that issues one. Writes api_keys and device_codes.
 *
 * Invariants:
 * - The database contains a keyed hash of a key and its first characters, never the key. A device receives its key once.
 * - A user has at most ten active keys, also with concurrent requests. The limits, also of a key's label, are in
 *   `packages/contract/src/limits.ts`.
 * - A key is issued by a credential that is valid in the same transaction, under the lock of the user's keys; by a session
 *   only after a recent sign-in.
 * - A revoked key, and a key of a disabled account, is refused from the next request on: no cache remembers keys.
 * - No request waits until `lastUsedAt` is written.
 */
export { hashedKeys } from './api-key-store.ts';
export { createApiKeys, type ApiKeys } from './create-api-keys.ts';
