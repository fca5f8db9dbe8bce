/**
 * The result of a call together with its HTTP response.
 *
 * @example
 * ```ts
 * import { DriveClient, type Answered, type User } from '@drive/sdk';
 *
 * const answered: Answered<User> = await new DriveClient().account.me().withResponse();
 * console.log(answered.data.email, answered.requestId, answered.response.headers.get('x-ratelimit-remaining'));
 * ```
 */
export interface Answered<T> {
  /** The result of the call. */
  readonly data: T;
  /** The HTTP response. Its body has been read into `data`. */
  readonly response: Response;
  /** ID of the request in the server's log. */
  readonly requestId: string | undefined;
}

/**
 * The result of a call: a promise of the data, which also gives access to the HTTP response.
 *
 * @example
 * ```ts
 * import { DriveClient, type ApiPromise, type User } from '@drive/sdk';
 *
 * const call: ApiPromise<User> = new DriveClient().account.me();
 * const { data, response } = await call.withResponse();
 * console.log(data.name, response.status);
 * ```
 */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * Returns the data together with the HTTP response.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { data, response, requestId } = await new DriveClient().files.getByPath('/notes.txt').withResponse();
   * console.log(data.name, response.headers.get('x-ratelimit-remaining'), requestId);
   * ```
   */
  withResponse(): Promise<Answered<T>>;
}

class AnsweredPromise<T> extends Promise<T> implements ApiPromise<T> {
  readonly #answered: Promise<Answered<T>>;

  constructor(answered: Promise<Answered<T>>) {
    super((resolve, reject) => void answered.then(({ data }) => resolve(data), reject));
    this.#answered = answered;
  }

  /** `then` returns an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<Answered<T>> {
    // The caller handles a failure through this promise; the other must not report it as unhandled.
    this.catch(() => {});
    return this.#answered;
  }
}

export const apiPromise = <T>(answered: Promise<Answered<T>>): ApiPromise<T> => new AnsweredPromise(answered);

/** Returns a copy of a response whose data is converted. */
export function mapAnswer<T, U>(call: ApiPromise<T>, map: (data: T) => U): ApiPromise<U> {
  return apiPromise(call.withResponse().then((answered) => ({ ...answered, data: map(answered.data) })));
}
