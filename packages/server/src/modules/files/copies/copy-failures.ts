import type { BatchFailure } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';
import { failureOf } from '../tree/item-batch.ts';

/** Files that were left out of folders are listed up to this number. */
export const mostLeftOut = 100;

export const leftOutOf = (ids: readonly string[]): BatchFailure[] =>
  ids.map((id) => failureOf(id, new DomainError('file_quarantined', 'This file is in quarantine and was not copied.')));
