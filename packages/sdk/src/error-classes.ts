import { DriveError, type DriveErrorCode, type DriveErrorDetails } from './error.ts';

/**
 * The server answered, and it was a refusal; `status` is the HTTP status.
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
  declare readonly status: number;

  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) {
    super(code, message, details);
    this.name = 'ApiError';
  }
}

/**
 * The request is not what the server takes: `issues` says so field by field.
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
 * No key or session, or none that is good any more.
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
 * Known, but not allowed: someone else’s, locked, or for administrators only.
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
 * It does not exist, or no longer, or not for this caller.
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
 * What is there stands in the way: a name that is taken, a quota that is full.
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
 * Too many calls, after the client has waited as long as it may: `retryAfter` tells how many seconds to go.
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
 * The server is in trouble, and was still after the retries.
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
 * No whole answer came: the server could not be reached, or the connection broke off.
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
 * The answer took longer than `timeout`.
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
 * Stopped by the caller’s `signal`.
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
