import { CliError } from '../shell/cli-error.ts';

/** IDs in one batch call. */
export const BATCH_ITEMS = 200;

/** The error of an item that failed in a batch call. The server returns its status, not its code. */
export function batchError(path: string, { status, message }: { status: number; message: string }): CliError {
  const kind = status === 404 ? 'not_found' : status === 409 ? 'conflict' : status === 403 ? 'denied' : 'failed';
  return new CliError(kind, `${path}: ${message.replace(/\.$/, '')}`);
}
