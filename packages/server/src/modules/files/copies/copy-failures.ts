import { errorStatus, type BatchFailure } from '@drive/contract';
import { DomainError, isDomainError } from '../../../platform/errors.ts';

/** Files that were left out of folders are listed up to this number. */
export const mostLeftOut = 100;

/** Of a refused copy; rethrows any other error. */
export function failureOf(id: string, error: unknown): BatchFailure {
  if (!isDomainError(error)) throw error;
  const { message, code } = error;
  return { id, message, code, status: errorStatus[code] };
}

export const leftOutOf = (ids: readonly string[]): BatchFailure[] =>
  ids.map((id) => failureOf(id, new DomainError('file_quarantined', 'This file is in quarantine and was not copied.')));
