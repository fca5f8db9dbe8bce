/**
 * Scopes of an API key. A session has all of them.
 *
 * - `files:read`: list, search and download files and folders.
 * - `files:write`: upload, change, move, trash and delete them.
 * - `shares`: links to files, file requests, proofings and pastes.
 * - `webhooks`: webhooks, their deliveries and the event stream.
 * - `account`: the account itself, its API keys and sessions.
 * - `admin`: endpoints for administrators. Only administrators can have keys with it.
 */
export const keyScopes = ['files:read', 'files:write', 'shares', 'webhooks', 'account', 'admin'] as const;
export type KeyScope = (typeof keyScopes)[number];
