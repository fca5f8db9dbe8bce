import { DriveError, type DriveErrorCode, type DriveErrorDetails } from './error.ts';

/**
 * The server responded with an error; `status` is the HTTP status.
 *
 * @example
 * ```ts
 * import { ApiError, DriveClient } from '@drive/sdk';
 *
 * await new DriveClient().account.me().catch((error: unknown) => {
 *   if (error instanceof ApiError) console.error(error.status, error.code, error.requestId);
 * });
 * ```
 */
export class ApiError extends DriveError {
  /** HTTP status. */
  declare readonly status: number;

  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'ApiError';
  }
}

/**
 * The request is invalid; `issues` lists the invalid fields.
 *
 * @example
 * ```ts
 * import { DriveClient, BadRequestError } from '@drive/sdk';
 *
 * await new DriveClient().files.createFolder({ name: 'a/b' }).catch((error: unknown) => {
 *   if (!(error instanceof BadRequestError)) throw error;
 *   for (const { field, message } of error.issues) console.error(field, message);
 * });
 * ```
 */
export class BadRequestError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'BadRequestError';
  }
}

/**
 * The API key or session is missing, invalid or expired.
 *
 * @example
 * ```ts
 * import { DriveClient, AuthenticationError } from '@drive/sdk';
 *
 * await new DriveClient().account.me().catch((error: unknown) => {
 *   if (!(error instanceof AuthenticationError)) throw error;
 *   console.error('Sign in first.');
 * });
 * ```
 */
export class AuthenticationError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'AuthenticationError';
  }
}

/**
 * The caller lacks permission, or the share is locked.
 *
 * @example
 * ```ts
 * import { DriveClient, PermissionDeniedError } from '@drive/sdk';
 *
 * await new DriveClient().admin.invites.create().catch((error: unknown) => {
 *   if (!(error instanceof PermissionDeniedError)) throw error;
 *   console.error('Ask an administrator.');
 * });
 * ```
 */
export class PermissionDeniedError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'PermissionDeniedError';
  }
}

/**
 * The object does not exist, no longer exists, or is not visible to the caller.
 *
 * @example
 * ```ts
 * import { DriveClient, NotFoundError } from '@drive/sdk';
 *
 * await new DriveClient().files.getByPath('/notes.txt').catch((error: unknown) => {
 *   if (!(error instanceof NotFoundError)) throw error;
 *   console.error('There is no such file.');
 * });
 * ```
 */
export class NotFoundError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'NotFoundError';
  }
}

/**
 * A cursor of the change feed is too old, or belongs to another user or folder. Read the tree anew.
 *
 * @example
 * ```ts
 * import { CursorExpiredError, DriveClient } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * await client.changes.list({ cursor: 'stored' }).catch(async (error: unknown) => {
 *   if (!(error instanceof CursorExpiredError)) throw error;
 *   return client.changes.latest();
 * });
 * ```
 */
export class CursorExpiredError extends NotFoundError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'CursorExpiredError';
  }
}

/**
 * The request conflicts with the current state, such as a name that is taken.
 *
 * @example
 * ```ts
 * import { DriveClient, ConflictError } from '@drive/sdk';
 *
 * await new DriveClient().files.createFolder({ name: 'Photos' }).catch((error: unknown) => {
 *   if (!(error instanceof ConflictError)) throw error;
 *   if (error.code !== 'name_conflict') throw error;
 * });
 * ```
 */
export class ConflictError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'ConflictError';
  }
}

/**
 * A rate limit is exceeded, and retrying did not help. `retryAfter` is the number of seconds to wait.
 *
 * @example
 * ```ts
 * import { DriveClient, RateLimitError } from '@drive/sdk';
 *
 * await new DriveClient().shares.slugAvailable('report').catch((error: unknown) => {
 *   if (!(error instanceof RateLimitError)) throw error;
 *   console.error(`Try again in ${error.retryAfter} seconds.`);
 * });
 * ```
 */
export class RateLimitError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'RateLimitError';
  }
}

/**
 * The server failed, also on all retries.
 *
 * @example
 * ```ts
 * import { DriveClient, ServerError } from '@drive/sdk';
 *
 * await new DriveClient().account.me().catch((error: unknown) => {
 *   if (!(error instanceof ServerError)) throw error;
 *   console.error(error.requestId);
 * });
 * ```
 */
export class ServerError extends ApiError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'ServerError';
  }
}

/**
 * No complete response arrived: the server could not be reached, or the connection was lost.
 *
 * @example
 * ```ts
 * import { DriveClient, ConnectionError } from '@drive/sdk';
 *
 * await new DriveClient().account.me().catch((error: unknown) => {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   console.error('Is the server running?');
 * });
 * ```
 */
export class ConnectionError extends DriveError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails = {}) {
    super(code, message, details);
    this.name = 'ConnectionError';
  }
}

/**
 * The response took longer than `timeout`.
 *
 * @example
 * ```ts
 * import { DriveClient, ConnectionTimeoutError } from '@drive/sdk';
 *
 * await new DriveClient({ timeout: 5000 }).account.me().catch((error: unknown) => {
 *   if (!(error instanceof ConnectionTimeoutError)) throw error;
 *   console.error('Slow today.');
 * });
 * ```
 */
export class ConnectionTimeoutError extends ConnectionError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails = {}) {
    super(code, message, details);
    this.name = 'ConnectionTimeoutError';
  }
}

/**
 * The caller's `signal` was aborted.
 *
 * @example
 * ```ts
 * import { DriveClient, AbortError } from '@drive/sdk';
 *
 * await new DriveClient().account.me({ signal: AbortSignal.timeout(1000) }).catch((error: unknown) => {
 *   if (!(error instanceof AbortError)) throw error;
 *   console.error('Stopped.');
 * });
 * ```
 */
export class AbortError extends DriveError {
  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails = {}) {
    super(code, message, details);
    this.name = 'AbortError';
  }
}
