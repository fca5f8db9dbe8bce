import { ConnectionError, ConnectionTimeoutError, DriveError } from '@drive/sdk';

/** Answers of a proxy that does not reach the server. */
const gatewayStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Whether the error means that the server cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof ConnectionTimeoutError ||
  (error instanceof DriveError && error.code === 'unexpected_answer' && gatewayStatuses.has(error.status));
