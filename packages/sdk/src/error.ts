import type { ErrorCode } from './api.gen.ts';

/**
 * Codes of errors detected by the client.
 *
 * @example
 * ```ts
 * import { DriveError, type ClientErrorCode } from '@drive/sdk';
 *
 * const passing: readonly ClientErrorCode[] = ['network_error', 'timeout'];
 * const isTransient = (error: unknown): boolean => error instanceof DriveError && passing.some((code) => code === error.code);
 * ```
 */
export type ClientErrorCode =
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'unexpected_answer'
  | 'checksum_mismatch'
  | 'source_changed'
  | 'source_unreadable'
  | 'file_exists'
  | 'local_file_error'
  | 'invalid_argument';

/**
 * Codes of {@link DriveError}. A newer server may send further ones, so keep a branch for the rest.
 *
 * @example
 * ```ts
 * import type { DriveErrorCode } from '@drive/sdk';
 *
 * const worthRetrying: DriveErrorCode[] = ['network_error', 'timeout', 'rate_limited', 'unavailable'];
 * ```
 */
export type DriveErrorCode = ErrorCode | ClientErrorCode;

/**
 * An invalid field of a request.
 *
 * @example
 * ```ts
 * import { DriveError, type FieldIssue } from '@drive/sdk';
 *
 * const issuesOf = (error: unknown): readonly FieldIssue[] => (error instanceof DriveError ? error.issues : []);
 * ```
 */
export interface FieldIssue {
  /** Path of the field, such as `files.0.fileName`. */
  readonly field: string;
  /** Says what is wrong with it. */
  readonly message: string;
  /** A machine-readable name of the problem, such as `too_small`. */
  readonly code: string;
}

/**
 * Arguments of {@link DriveError}.
 *
 * @example
 * ```ts
 * import { DriveError, type DriveErrorDetails } from '@drive/sdk';
 *
 * const details: DriveErrorDetails = { status: 404, requestId: 'r1' };
 * console.log(new DriveError('file_not_found', 'No such file.', details).status);
 * ```
 */
export interface DriveErrorDetails {
  /** HTTP status. */
  status?: number | undefined;
  /** `X-Request-Id` of the response. */
  requestId?: string | undefined;
  /** The invalid fields. */
  issues?: readonly FieldIssue[] | undefined;
  /** Seconds to wait. */
  retryAfter?: number | undefined;
  /** Further fields of the response. */
  details?: Readonly<Record<string, unknown>> | undefined;
  /** The error that caused this one. */
  cause?: unknown;
}

/**
 * Base class of all errors that this library throws. Branch on `code` or on the subclasses; the message is for humans
 * and says what to do.
 *
 * - {@link ApiError}: the server responded with an error. {@link BadRequestError} (400, 413, 422 …),
 *   {@link AuthenticationError} (401), {@link PermissionDeniedError} (403), {@link NotFoundError} (404, 410),
 *   {@link ConflictError} (409), {@link RateLimitError} (429), {@link ServerError} (5xx).
 * - {@link ConnectionError}: no complete response arrived; {@link ConnectionTimeoutError}: it took too long.
 * - {@link AbortError}: the caller's `signal` was aborted.
 * - The class itself: errors detected on this machine, such as `invalid_argument`, `local_file_error`, `file_exists`.
 *
 * @example
 * ```ts
 * import { DriveClient, DriveError } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * try {
 *   await client.files.createFolder({ name: 'Photos' });
 * } catch (error) {
 *   if (!(error instanceof DriveError) || error.code !== 'name_conflict') throw error;
 * }
 * ```
 */
export class DriveError extends Error {
  /** Machine-readable name of the error, to branch on. */
  readonly code: DriveErrorCode;
  /** HTTP status; `undefined` without a response. */
  readonly status: number | undefined;
  /** `X-Request-Id` of the response: the request's ID in the server's log. */
  readonly requestId: string | undefined;
  /** The invalid fields, with `validation_failed`. */
  readonly issues: readonly FieldIssue[];
  /** Seconds to wait, if the server sent `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Further details, such as `actual_bytes` and `cap_bytes` with `archive_size_exceeded`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: DriveErrorCode, message: string, details: DriveErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'DriveError';
    Object.defineProperty(this, brand, { value: true });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.issues = details.issues ?? [];
    this.retryAfter = details.retryAfter;
    this.details = details.details ?? {};
  }
}

/** Registered globally, so that every copy of this package that a program loads has one symbol. */
const brand = Symbol.for('@drive/sdk.DriveError');

/**
 * Whether an error is a {@link DriveError}, and has this code if one is given. Unlike `instanceof`, it also recognizes
 * errors of another copy of this package, for instance of the CommonJS build in a program that uses both builds.
 *
 * @example
 * ```ts
 * import { DriveClient, isDriveError } from '@drive/sdk';
 *
 * await new DriveClient().files.createFolder({ name: 'Photos' }).catch((error: unknown) => {
 *   if (!isDriveError(error, 'name_conflict')) throw error;
 * });
 * ```
 */
export function isDriveError(error: unknown, code?: DriveErrorCode): error is DriveError {
  const isOne = typeof error === 'object' && error !== null && brand in error;
  return isOne && (code === undefined || (error as unknown as DriveError).code === code);
}
