import { withoutTurns } from '@drive/contract/text-direction';
import { ConnectionError, ConnectionTimeoutError, DriveError, type BatchFailure } from '@drive/sdk';
import type { Formats } from '../i18n/format.ts';
import type { Messages } from '../i18n/texts.ts';

/** Statuses of a proxy that does not reach the server. */
const isOfGateway = /^50[234]$/;

/** Whether the error means that the server cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof ConnectionTimeoutError ||
  (error instanceof DriveError && error.code === 'unexpected_answer' && isOfGateway.test(String(error.status)));

/** An error whose message is already a text of the app for the user. */
export class ShownError extends Error {}

/** Says in the user's language what went wrong and what to do; the server's own message if it is more precise. */
export const errorText = (error: unknown, messages: Messages, formats: Formats): string =>
  withoutTurns(reasonOf(error, messages, formats));

function reasonOf(error: unknown, { errors }: Messages, formats: Formats): string {
  if (error instanceof ShownError) return error.message;
  if (!(error instanceof DriveError)) return errors.codes.unexpected ?? errors.network;
  if (isUnreachable(error)) return errors.network;
  switch (error.code) {
    // The message of the SDK is for programmers.
    case 'authentication_required':
      return errors.signedOutText;
    case 'name_conflict':
      return errors.conflict;
    case 'file_purged':
      return errors.gone;
    case 'storage_quota_exceeded':
      return errors.quota;
    case 'item_quota_exceeded':
      return errors.items;
    case 'storage_failure':
      return errors.storage;
    case 'rate_limited':
      return errors.rateLimited({ seconds: error.retryAfter ?? 60 });
    case 'too_many_requests':
      return error.retryAfter === undefined ? error.message : errors.rateLimited({ seconds: error.retryAfter });
    case 'archive_size_exceeded': {
      const { actual_bytes: actual, cap_bytes: cap } = error.details;
      return errors.archiveTooLarge({ actual: formats.size(Number(actual)), cap: formats.size(Number(cap)) });
    }
    default: {
      const [issue] = error.issues;
      if (issue !== undefined) return errors.issues[issue.code] ?? issue.message;
      return errors.codes[error.code] ?? error.message;
    }
  }
}

/** Says why one item of a batch was not changed. */
export function failureText({ code, message }: BatchFailure, { errors }: Messages): string {
  if (code === 'name_conflict') return errors.conflict;
  return errors.codes[code] ?? withoutTurns(message);
}
