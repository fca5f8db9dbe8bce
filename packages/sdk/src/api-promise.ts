/**
 * What a call answered, with the answer itself: its status and its headers.
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
  readonly data: T;
  /** Status and headers. Its body has been read: `data` is what was in it. */
  readonly response: Response;
  /** What the server's log calls this request. */
  readonly requestId: string | undefined;
}

/**
 * What a call gives back: a promise of the data, which can be asked for the whole answer.
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
   * The data together with the HTTP response.
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

  /** What `then` makes is a promise as any other. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<Answered<T>> {
    // Whoever takes the answer this way hears of a failure there, and not a second time of nobody.
    this.catch(() => {});
    return this.#answered;
  }
}

export const apiPromise = <T>(answered: Promise<Answered<T>>): ApiPromise<T> => new AnsweredPromise(answered);

/** The same answer, with something else made of its data. */
export function mapAnswer<T, U>(call: ApiPromise<T>, map: (data: T) => U): ApiPromise<U> {
  return apiPromise(call.withResponse().then((answered) => ({ ...answered, data: map(answered.data) })));
}
