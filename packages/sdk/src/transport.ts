import ky, { isHTTPError, isTimeoutError, type KyInstance } from 'ky';
import { keyedOperations, operations, type OperationId, type Operations } from './api.gen.ts';
import { DriveError, errorFromAnswer, errorFromThrown, originOf, reasonOf } from './error.ts';
import type { RequestOptions } from './request-options.ts';
import { backoffMs, isPassing, maxRetryAfterSeconds, retryAfterMs } from './retry.ts';

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What an operation takes: its path parameters, its query, its body, as far as it has them. */
export type InputOf<Id extends OperationId> = Present<Pick<Operations[Id], 'params' | 'query' | 'body'>>;
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

export interface TransportSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Neither a key nor what proves a browser's session goes along: the server may be anybody's. */
  readonly isStranger?: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly timeout: number;
  readonly maxRetries: number;
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** POSTs that take no Idempotency-Key, but whose repeat does no more than the first call did. */
const idempotentPosts: ReadonlySet<OperationId> = new Set<OperationId>([
  // One that nobody fetches is forgotten in ten minutes.
  'createArchive',
  'createShareArchive',
]);

/** Calls the JSON endpoints by their operation id. */
export class Transport {
  readonly settings: TransportSettings;
  readonly #ky: KyInstance;

  constructor(settings: TransportSettings) {
    this.settings = settings;
    this.#ky = ky.create({ prefix: settings.baseUrl, fetch: fetchWhole(settings.fetch), redirect: 'manual' });
  }

  async call<Id extends OperationId>(id: Id, input: InputOf<Id>, options: RequestOptions = {}): Promise<AnswerOf<Id>> {
    const [method, pattern] = operations[id];
    const { params = {}, query = {}, body } = input as Input;
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const keyed = (keyedOperations as Partial<Record<OperationId, 'replay' | 'refuse'>>)[id];
    const key = options.idempotencyKey ?? (keyed === undefined ? undefined : randomKey());
    // Where a repeat is refused instead of answered again, the first answer may have been lost with what it created.
    const isRepeatable = method !== 'POST' || keyed === 'replay' || idempotentPosts.has(id);
    const timeout = options.timeout ?? this.settings.timeout;
    let retryAfter: number | undefined;
    let response: Response;
    try {
      response = await this.#ky(path, {
        method,
        headers: {
          accept: 'application/json',
          ...this.#credential(method),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...options.headers,
        },
        searchParams: presentFields(query),
        ...(body === undefined ? {} : { json: body }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        timeout: Number.isFinite(timeout) ? timeout : false,
        retry: {
          limit: options.maxRetries ?? this.settings.maxRetries,
          methods: ['get', 'post', 'put', 'patch', 'delete', 'head'],
          // All by our own rules: ky's would wait for X-RateLimit-Reset, which is on every answer.
          shouldRetry: ({ error }) => {
            const known = this.#errorOf(error, options.signal);
            retryAfter = retryAfterMs(known.retryAfter);
            // 429 means that nothing was done.
            return isPassing(known) && (isRepeatable || known.status === 429);
          },
          delay: (attempt) => retryAfter ?? backoffMs(attempt),
          backoffLimit: maxRetryAfterSeconds * 1000,
        },
      });
    } catch (thrown) {
      throw this.#errorOf(thrown, options.signal);
    }
    return parseAnswer(response, await response.text(), this.settings.baseUrl) as AnswerOf<Id>;
  }

  #errorOf(thrown: unknown, signal: AbortSignal | undefined): DriveError {
    if (signal?.aborted !== true && isHTTPError(thrown)) {
      const { status, headers } = thrown.response;
      return errorFromAnswer({ status, header: (name) => headers.get(name) }, thrown.data);
    }
    const isOfTheNetwork = thrown instanceof Unreachable || isTimeoutError(thrown) || signal?.aborted === true;
    if (!isOfTheNetwork)
      return new DriveError('invalid_argument', `This can't be sent: ${reasonOf(thrown)}`, { cause: thrown });
    return errorFromThrown(thrown instanceof Unreachable ? thrown.cause : thrown, this.settings.baseUrl, signal);
  }

  #credential(method: string): Record<string, string> {
    if (this.settings.apiKey !== undefined) return { authorization: `Bearer ${this.settings.apiKey}` };
    const token = method === 'GET' || this.settings.isStranger === true ? undefined : xsrfToken();
    return token === undefined ? {} : { 'x-xsrf-token': token };
  }
}

/** No answer, or only a part of one. */
class Unreachable extends Error {}

const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** An answer counts when it is there whole, so that time limit and retries cover its body too; they are all small. */
function fetchWhole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init);
      const { status, statusText, headers } = response;
      // Chromium has a body for those that can have none.
      if (response.body === null || bodiless.has(status)) return response;
      return new Response(await response.arrayBuffer(), { status, statusText, headers });
    } catch (thrown) {
      if (input instanceof Request && input.signal.aborted) throw thrown;
      throw new Unreachable('no whole answer', { cause: thrown });
    }
  };
}

function parseAnswer({ status, headers }: Response, text: string, baseUrl: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DriveError(
      'unexpected_answer',
      `${originOf(baseUrl)} answered something that is not JSON. Is this the address of a Drive server?`,
      { status, requestId: headers.get('x-request-id') ?? undefined, cause },
    );
  }
}

/** Not a UUID: a browser makes those only for pages that came by https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A browser's session: the server wants the readable cookie's value in a header. */
function xsrfToken(): string | undefined {
  const cookies = (globalThis as { document?: { cookie?: string } }).document?.cookie;
  const value = cookies === undefined ? undefined : /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

function presentFields(query: NonNullable<Input['query']>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields[name] = String(value);
  return fields;
}
