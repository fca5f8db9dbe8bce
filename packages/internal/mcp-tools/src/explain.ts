import { isDriveError, type DriveError } from '@drive/sdk';
import { ToolError } from './tool.ts';

/** What to do next, where the message of the server does not say it. */
const advice: Readonly<Record<string, string>> = {
  access_denied: 'Ask the user for an API key that may do this.',
  authentication_required: 'The API key was revoked or has expired: ask the user for another one.',
  storage_quota_exceeded: 'Ask the user to make room.',
  item_quota_exceeded: 'Ask the user to make room.',
};

/** The refusal of a call in words; undefined for what is no refusal. */
export function explain(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message;
  if (!isDriveError(error)) return undefined;
  return [error.message, ...error.issues.map(({ field, message }) => `${field} ${message}.`), advice[error.code]]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

export const isRefusal = (error: unknown, code: string): error is DriveError =>
  isDriveError(error) && error.code === code;
