/**
 * What any call can be given beside its arguments.
 *
 * @example
 * ```ts
 * import { DriveClient, type RequestOptions } from '@drive/sdk';
 *
 * const patient: RequestOptions = { timeout: 120_000, maxRetries: 5 };
 * await new DriveClient().account.me(patient);
 * ```
 */
export interface RequestOptions {
  /** Ends the call with a DriveError of code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Added to the request; wins over what the client would send. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * For calls that create: the server does the work once, however often the call is repeated with the same key. Without
   * one the client makes one up for each call, so that its own retries are safe.
   */
  readonly idempotencyKey?: string | undefined;
}
