import type { DriveError } from '@drive/sdk';
import { formatBytes, formatCount } from '../output/format.ts';
import type { FailureReport } from '../output/output.ts';
import { CliError } from '../shell/cli-error.ts';
import { exitCode, isTemporaryStatus, type ExitCode } from '../shell/exit-code.ts';

/**
 * Checks properties, not the class: the SDK is loaded when a command needs it, and earlier errors are reported without
 * it.
 */
export function isDriveError(error: unknown): error is DriveError {
  return error instanceof Error && 'code' in error && 'issues' in error && 'details' in error;
}

export const isDriveErrorOf = (error: unknown, ...codes: readonly DriveError['code'][]): error is DriveError =>
  isDriveError(error) && codes.includes(error.code);

/** The only mapping of errors to exit codes. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode;
  if (!isDriveError(error)) return exitCode.failed;
  switch (error.code) {
    case 'aborted':
      return exitCode.interrupted;
    case 'network_error':
    case 'timeout':
    case 'rate_limited':
    case 'too_many_requests':
      return exitCode.temporary;
    case 'invalid_argument':
    case 'validation_failed':
      return exitCode.wrongUsage;
    case 'expired_token':
      return exitCode.notAllowed;
    default:
      return exitCodeOfStatus(error.status);
  }
}

function exitCodeOfStatus(status: number | undefined): ExitCode {
  switch (status) {
    case 401:
    case 403:
      return exitCode.notAllowed;
    case 404:
    case 410:
      return exitCode.notFound;
    // Too large is a limit of the account, as a full quota is.
    case 409:
    case 413:
      return exitCode.conflict;
    default:
      return status !== undefined && isTemporaryStatus(status) ? exitCode.temporary : exitCode.failed;
  }
}

/** An error in one line, with what to do next. */
export function describeFailure(error: unknown): FailureReport {
  const code = exitCodeOf(error);
  if (error instanceof CliError) return { code: error.code, message: error.message, hint: error.hint, exitCode: code };
  if (!isDriveError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: 'failed', message: oneLine(message), exitCode: code };
  }
  return {
    code: error.code,
    message: oneLine(messageFor(error)),
    hint: hintFor(error),
    status: error.status,
    requestId: error.requestId,
    ...(Object.keys(error.details).length === 0 ? {} : { details: error.details }),
    exitCode: code,
  };
}

/** Flags that set a field of a request. */
const flags: Readonly<Record<string, string>> = {
  expiresInDays: '--expires',
  expiresAt: '--expires',
  maxDownloads: '--max-downloads',
  maxFileBytes: '--max-size',
  password: '--password',
  slug: '--slug',
  events: '--events',
};

function messageFor(error: DriveError): string {
  // The server speaks to programs that send a key themselves.
  if (error.code === 'authentication_required') return 'the server does not accept the API key';
  const { actual_bytes: actual, cap_bytes: cap } = error.details;
  if (error.code === 'archive_size_exceeded' && typeof actual === 'number' && typeof cap === 'number' && actual > cap) {
    return `these files come to ${formatBytes(actual)}, and an archive may hold ${formatBytes(cap)}`;
  }
  if (error.code !== 'validation_failed' || error.issues.length === 0) return error.message;
  return error.issues
    .map(
      ({ field, message }) =>
        `${flags[field] ?? field} ${message}${field === 'expiresInDays' && /\d$/.test(message) ? ' days' : ''}`,
    )
    .join('; ');
}

function hintFor(error: DriveError): string | undefined {
  switch (error.code) {
    case 'authentication_required':
      return 'sign in with: drive-cli login';
    case 'rate_limited':
    case 'too_many_requests':
      return error.retryAfter === undefined ? 'try again later' : `try again in ${describeWait(error.retryAfter)}`;
    case 'not_found':
      return 'check the URL of the server; drive-cli doctor shows more';
    case 'api_key_limit_reached':
      return 'revoke one with: drive-cli keys revoke';
    case 'archive_size_exceeded':
      return 'select fewer files';
    case 'local_file_error':
      return (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC'
        ? 'the disk is full: make room, then run the same command again'
        : undefined;
    case 'internal_error':
      return error.requestId === undefined
        ? undefined
        : `the server's log has details about request ${error.requestId}`;
    default:
      return undefined;
  }
}

function describeWait(seconds: number): string {
  return seconds > 120 ? formatCount(Math.ceil(seconds / 60), 'minute') : `${Math.ceil(seconds)} s`;
}

/** Without a full stop at the end: a hint may follow. */
const oneLine = (message: string): string =>
  message.replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap)).replace(/\.$/, '');
