import { STATUS_CODES } from 'node:http';
import { DomainError, type Issue } from '@drive/access';
import { isoTime, storageFaultOf } from '@drive/base';
import { DamagedBlobError, StorageError } from '@drive/blobs';
import { errorStatus, limits, type ErrorCode, type ErrorEnvelope } from '@drive/contract';
import type { HeadFault } from '@drive/node-http';

/** Time until a client retries after a file system refused writes. */
const UNWRITABLE_RETRY_SECONDS = 10;

export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * The error that the caller gets. Only a DomainError is passed on unchanged. A full disk and other faults of the blob
 * store become 502, a file system that refuses writes or a busy database 503, and unexpected errors 500 without
 * details.
 */
export function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const fault = error instanceof DamagedBlobError ? undefined : storageFaultOf(error);
  if (fault === 'unwritable')
    return new DomainError('unavailable', 'The server is temporarily read-only. Try again later.', {
      cause: error,
      retryAfterSeconds: UNWRITABLE_RETRY_SECONDS,
    });
  if (fault === 'full' || error instanceof StorageError)
    return new DomainError('storage_failure', 'The file storage is not available. Try again later.', {
      cause: error,
    });
  if (isDatabaseBusy(error))
    return new DomainError('unavailable', 'The server is busy. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 1,
    });
  return new DomainError('internal_error', 'Something went wrong on the server.', { cause: error });
}

/**
 * The error envelope of the API; the only mapping of codes to HTTP. `challenge` is the value of WWW-Authenticate in a
 * 401 response.
 */
export function errorAnswer(error: DomainError, now: number, challenge = 'Bearer'): ErrorAnswer {
  const status = errorStatus[error.code];
  const envelope: ErrorEnvelope = {
    timestamp: isoTime(now),
    status,
    error: STATUS_CODES[status] ?? 'Error',
    code: error.code,
    message: cut(error.message, 10 * limits.errorFieldCharacters),
    ...(error.issues === undefined ? {} : { errors: boundedIssues(error.issues) }),
  };
  return {
    code: error.code,
    status,
    headers: {
      'content-type': 'application/json',
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) }),
      ...(status === 401 ? { 'www-authenticate': challenge } : {}),
    },
    body: JSON.stringify({ ...error.details, ...envelope }),
  };
}

/** The envelope of a request that breaks HTTP: its statuses have no codes of their own. */
export function brokenAnswer({ status, message }: HeadFault, now: number): string {
  const { body } = errorAnswer(new DomainError('bad_request', message), now);
  return JSON.stringify({ ...(JSON.parse(body) as object), status, error: STATUS_CODES[status] });
}

/** Issues up to the limits of a response, in number and in bytes. */
function boundedIssues(issues: readonly Issue[]): Issue[] {
  const kept: Issue[] = [];
  // The other half of the body holds the envelope and the message.
  let room = limits.errorBodyBytes / 2;
  for (const { field, message, code } of issues.slice(0, limits.errorIssues)) {
    const issue = {
      field: cut(field, limits.errorFieldCharacters),
      message: cut(message, limits.errorFieldCharacters * 3),
      code,
    };
    room -= Buffer.byteLength(JSON.stringify(issue)) + 1;
    if (room < 0) break;
    kept.push(issue);
  }
  return kept;
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

/** SQLite's busy codes, and Postgres's for deadlocks, serialization, too many or lost connections. */
const busyCodes = /^(SQLITE_BUSY.*|40001|40P01|53300|55P03|57P0[123]|08...)$/;

function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && busyCodes.test(error.code);
}
