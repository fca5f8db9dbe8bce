import { exitCodeOf, isDriveErrorOf } from '../../connection/describe-failure.ts';
import { exitCode } from '../../shell/exit-code.ts';
import { errorCodeOf } from '../disk/disk.ts';

/** Whether a side has changed since it was looked at: another look decides anew. */
export const isOutdated = (error: unknown): boolean =>
  isDriveErrorOf(
    error,
    'precondition_failed',
    'name_conflict',
    'folder_cycle',
    'folder_not_empty',
    'file_not_found',
    'folder_not_found',
  ) || ['ENOENT', 'EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR'].includes(errorCodeOf(error) ?? '');

/** Whether a file was written to while it was read. */
export const isBusy = (error: unknown): boolean => isDriveErrorOf(error, 'source_changed');

const fullDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Whether an error ends a run, because everything else would fail, too. */
export const isHopeless = (error: unknown): boolean =>
  exitCodeOf(error) === exitCode.temporary ||
  (exitCodeOf(error) === exitCode.notAllowed && !isDriveErrorOf(error, 'file_quarantined')) ||
  exitCodeOf(error) === exitCode.interrupted ||
  isDriveErrorOf(error, 'storage_quota_exceeded', 'item_quota_exceeded', 'cursor_expired') ||
  isFullDisk(error);

const isFullDisk = (error: unknown): boolean =>
  fullDisk.includes(errorCodeOf(error) ?? '') ||
  (error instanceof Error && error.cause !== undefined && isFullDisk(error.cause));
