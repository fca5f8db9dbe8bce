import ky, { isHTTPError, isNetworkError, isTimeoutError, type KyInstance } from 'ky';
import { keyedOperations, operations, type OperationId, type Operations } from './api.gen.ts';
import { errorFromAnswer, errorFromThrown } from './error.ts';
import type { RequestOptions } from './request-options.ts';

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What an operation takes: its path parameters, its query, its body, as far as it has them. */
export type InputOf<Id extends OperationId> = Present<Pick<Operations[Id], 'params' | 'query' | 'body'>>;
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

export interface TransportSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

/** Longer than this nobody waits for the server's Retry-After; the caller is told instead. */
const maxRetryAfterSeconds = 60;
const passingStatuses: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Calls the JSON endpoints by their operation id. */
export class Transport {
  readonly settings: TransportSettings;
  readonly #ky: KyInstance;

  constructor(settings: TransportSettings) {
    this.settings = settings;
    this.#ky = ky.create({ prefix: settings.baseUrl, fetch: settings.fetch });
  }

  async call<Id extends OperationId>(id: Id, input: InputOf<Id>, options: RequestOptions = {}): Promise<AnswerOf<Id>> {
    const [method, pattern] = operations[id];
    const { params = {}, query = {}, body } = input as Input;
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const key = options.idempotencyKey ?? (id in keyedOperations ? crypto.randomUUID() : undefined);
    // Where a repeat is refused instead of answered again, the first answer may have been lost with what it created.
    const repeatable = method === 'POST' ? (keyedOperations as Partial<Record<string, string>>)[id] === 'replay' : true;
    try {
      const response = await this.#ky(path, {
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
        timeout: options.timeoutMs ?? this.settings.timeoutMs,
        retry: {
          limit: options.maxRetries ?? this.settings.maxRetries,
          methods: ['get', 'post', 'put', 'patch', 'delete', 'head'],
          afterStatusCodes: [429],
          maxRetryAfter: maxRetryAfterSeconds * 1000,
          backoffLimit: 8000,
          jitter: (delay) => delay * (0.5 + Math.random() / 2),
          shouldRetry: ({ error }) => isPassing(error, repeatable),
        },
      });
      return (response.status === 204 || response.status === 202 ? undefined : await response.json()) as AnswerOf<Id>;
    } catch (thrown) {
      if (isHTTPError(thrown)) {
        const { status, headers } = thrown.response;
        throw errorFromAnswer({ status, header: (name) => headers.get(name) }, thrown.data);
      }
      throw errorFromThrown(thrown, this.settings.baseUrl, options.signal);
    }
  }

  #credential(method: string): Record<string, string> {
    if (this.settings.apiKey !== undefined) return { authorization: `Bearer ${this.settings.apiKey}` };
    const token = method === 'GET' ? undefined : xsrfToken();
    return token === undefined ? {} : { 'x-xsrf-token': token };
  }
}

/** Whether the same request may do better in a moment, and can't do harm. */
function isPassing(error: Error, repeatable: boolean): boolean {
  if (isHTTPError<{ code?: unknown }>(error)) {
    const { status, headers } = error.response;
    // Nothing was done; the budget of a single feature, unlike that of a tier, is not worth waiting for.
    if (status === 429) {
      const code = typeof error.data === 'object' ? error.data.code : undefined;
      return code !== 'too_many_requests' && Number(headers.get('retry-after') ?? 0) <= maxRetryAfterSeconds;
    }
    return repeatable && passingStatuses.has(status);
  }
  return repeatable && (isNetworkError(error) || isTimeoutError(error));
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
