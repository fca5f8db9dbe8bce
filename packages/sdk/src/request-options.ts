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
  /** Ends the call with an `AbortError`, also while it waits to be sent. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  /** Tries after the first one. */
  readonly maxRetries?: number | undefined;
  /** Added to the request; wins over what the client would send. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * For calls that create: the server does the work once, however often the call is repeated with the same key. Without
   * one the client makes one up for each call, so that its own retries are safe.
   */
  readonly idempotencyKey?: string | undefined;
}

/**
 * What `client.request()` can be given.
 *
 * @example
 * ```ts
 * import { DriveClient, type RawRequestOptions } from '@drive/sdk';
 *
 * const options: RawRequestOptions = { query: { limit: 5 }, timeout: 5000 };
 * console.log(await new DriveClient().request('GET', '/api/files', options));
 * ```
 */
export interface RawRequestOptions extends RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}
