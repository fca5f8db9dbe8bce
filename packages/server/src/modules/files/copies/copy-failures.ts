import type { BatchFailure } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';
import { failureOf } from '../tree/item-batch.ts';

/** Files that were left out of folders are listed up to this number. */
export const mostLeftOut = 100;

export const leftOutOf = (ids: readonly string[]): BatchFailure[] =>
  ids.map((id) => failureOf(id, new DomainError('file_quarantined', notCopied)));

const notCopied = 'This file is in quarantine, or has not passed a virus scan, and was not copied.';

/** The error of a copy that was trashed, alone or with a folder above it, before its operation ended. */
export const copyTrashed = (): DomainError =>
  new DomainError('item_trashed', 'The copy was moved to the trash while it was made. What it lacks is not copied.');
