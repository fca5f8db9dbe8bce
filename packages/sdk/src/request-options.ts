/**
 * Options of every call.
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
  /** Aborts the call with an `AbortError`, also before it is sent. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds. */
  readonly timeout?: number | undefined;
  /** Retries after the first attempt. */
  readonly maxRetries?: number | undefined;
  /** Additional headers; they override the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * For calls that create: the server performs calls with the same key only once. By default the client generates a key
   * per call, so that its own retries are safe.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * For changes of an item: `changeTag` of the item, or the SHA-256 of a file. Throws `precondition_failed` without a change if the item
   * has another one by now. A guarded change is not repeated after a lost response, because it would meet its own result.
   */
  readonly ifMatch?: string | undefined;
}

/**
 * Options of `client.request()`.
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
  /** Query parameters. `undefined` ones are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}
