import { type Answered, apiPromise, type ApiPromise } from './api-promise.ts';
import { type OperationId, operations, type Operations } from './api.gen.ts';
import {
  type Advice,
  apiError,
  errorFromAnswer,
  errorFromThrown,
  originOf,
  parseJson,
  reasonOf,
} from './error-from.ts';
import { DriveError } from './error.ts';
import type { Network } from './network.ts';
import { isServer } from './platform.ts';
import { randomKey } from './random-key.ts';
import { type RateLimitStatus, readRateLimit, type RateBudgets } from './rate-budget.ts';
import type { RequestOptions } from './request-options.ts';
import { isTransient, withRetries } from './retry.ts';
import type { Session } from './session.ts';
import { limitTime, timedOut } from './time-limit.ts';

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Input of an operation: path parameters, query and body. */
export type InputOf<Id extends OperationId> = Present<Pick<Operations[Id], 'params' | 'query' | 'body'>>;
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

export interface TransportSettings {
  readonly baseUrl: string;
  /** A function is called for each attempt. */
  readonly apiKey: string | (() => string | Promise<string>) | undefined;
  /** Send no API key and no session, because the server may belong to anyone. */
  readonly isVisitor?: boolean;
  readonly session: Session;
  /** `undefined`: calls are not delayed by rate limits. */
  readonly budgets: RateBudgets | undefined;
  readonly network: Network;
  readonly timeout: number;
  readonly maxRetries: number;
}

type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, string>> | undefined>
>;

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

type Operation = readonly [method: string, path: string, keyed?: 'replay' | 'refuse'];

/** A call before it is sent, for all attempts. */
interface Outgoing {
  readonly method: string;
  /** Relative to the base URL, without query. */
  readonly path: string;
  readonly query: Query;
  readonly body: unknown;
  readonly key: string | undefined;
  /** Whether the call can be repeated safely. */
  readonly isRepeatable: boolean;
}

interface Prepared {
  readonly url: string;
  readonly headers: Headers;
  readonly init: RequestInit;
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** POST operations that visitors can safely repeat. */
const idempotentPosts: ReadonlySet<OperationId> = new Set<OperationId>([
  // An unused archive expires in ten minutes.
  'createArchive',
  'createShareArchive',
  // Servers keep the Idempotency-Keys of these for visitors.
  'createShareTicket',
  'createGrantedUpload',
]);

/** Calls the JSON endpoints. */
export class Transport {
  readonly settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  /** Returns a transport without the caller's credentials, for public endpoints and other servers. */
  forVisitor(baseUrl: string = this.settings.baseUrl): Transport {
    return new Transport({ ...this.settings, baseUrl, apiKey: undefined, isVisitor: true });
  }

  /** The key of the next request; `undefined` without one. */
  async apiKey(): Promise<string | undefined> {
    const { apiKey } = this.settings;
    if (typeof apiKey !== 'function') return apiKey;
    try {
      return parseCredential(await apiKey());
    } catch (cause) {
      if (cause instanceof DriveError) throw cause;
      throw new DriveError('invalid_argument', `The function apiKey failed: ${reasonOf(cause)}`, { cause });
    }
  }

  /** Headers of a request that the transport does not send itself: of the key, or of the session if there is none. */
  async credential(method: string): Promise<Record<string, string>> {
    const { isVisitor = false, session } = this.settings;
    const apiKey = await this.apiKey();
    const headers = new Headers(authorizationOf(apiKey));
    if (apiKey === undefined && !isVisitor) session.addTo(headers, method);
    return Object.fromEntries(headers);
  }

  call<Id extends OperationId>(id: Id, input: InputOf<Id>, options?: RequestOptions): ApiPromise<AnswerOf<Id>> {
    return apiPromise(this.#call(id, input, options) as Promise<Answered<AnswerOf<Id>>>);
  }

  async #call(id: OperationId, input: Input, options: RequestOptions = {}): Promise<Answered<unknown>> {
    const [method, pattern, keyed]: Operation = operations[id];
    const { params = {}, query = {}, body } = input;
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]));
    const key = options.idempotencyKey ?? (keyed === undefined ? undefined : randomKey());
    // A `refuse` operation is not repeated, because its lost response contained what was created. Servers keep most
    // idempotency keys per account, so a visitor's call would be performed again.
    const isKept = keyed === 'replay' && this.settings.isVisitor !== true;
    const isRepeatable = method !== 'POST' || isKept || idempotentPosts.has(id);
    return await this.#callWithRetries({ method, path, query, body, key, isRepeatable }, options);
  }

  /** Calls an endpoint by its path. POST and PATCH are retried only with a key from the caller. */
  request<T>(method: string, path: string, { query = {}, body }: Input, options: RequestOptions = {}): ApiPromise<T> {
    const key = options.idempotencyKey;
    const isRepeatable = key !== undefined || (method !== 'POST' && method !== 'PATCH');
    const outgoing = { method, path, query, body, key, isRepeatable };
    return apiPromise(this.#callWithRetries(outgoing, options) as Promise<Answered<T>>);
  }

  async #callWithRetries(outgoing: Outgoing, options: RequestOptions): Promise<Answered<unknown>> {
    const { signal, maxRetries = this.settings.maxRetries } = options;
    // What is in the trash has kept its tag; other changes give a new one.
    const isRepeatable = outgoing.isRepeatable && (options.ifMatch === undefined || outgoing.method === 'DELETE');
    const request = this.#prepare(outgoing, options);
    const { response, text } = await withRetries(() => this.#attempt(request, outgoing.path, options), {
      maxRetries,
      signal,
      onRetry: this.settings.network.retried(outgoing.method, request.url),
      // After a 429 nothing was changed.
      isTransient: (error) => isTransient(error) && (isRepeatable || error.status === 429),
    });
    const requestId = response.headers.get('x-request-id') ?? undefined;
    return { data: this.#parse(response, text), response, requestId };
  }

  #prepare({ method, path, query, body, key }: Outgoing, options: RequestOptions): Prepared {
    const { baseUrl } = this.settings;
    // Otherwise the path could change the host.
    if (!path.startsWith('/'))
      throw new DriveError('invalid_argument', `A path must begin with a slash, like /api/files: ${path} does not.`);
    try {
      const url = new URL(baseUrl + path);
      for (const [name, value] of Object.entries(query)) addParameter(url.searchParams, name, value);
      const headers = new Headers({ accept: 'application/json' });
      const isRaw = body instanceof Blob;
      if (body !== undefined)
        headers.set('content-type', isRaw ? body.type || 'application/octet-stream' : 'application/json');
      if (key !== undefined) headers.set('idempotency-key', key);
      if (options.ifMatch !== undefined) headers.set('if-match', quoted(options.ifMatch));
      // Node's fetch asks for compressed answers, which take longer than they save on the way to the same machine.
      if (isServer() && isLoopback(url)) headers.set('accept-encoding', 'identity');
      for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
      // Redirects are not followed: they would turn a POST into a GET and send the key to another server.
      const init: RequestInit = { method, redirect: 'manual' };
      if (body !== undefined) init.body = isRaw ? body : JSON.stringify(body);
      return { url: url.href, headers, init };
    } catch (cause) {
      throw new DriveError('invalid_argument', `The request cannot be sent: ${reasonOf(cause)}`, { cause });
    }
  }

  async #attempt({ url, headers: given, init }: Prepared, path: string, options: RequestOptions): Promise<Answer> {
    const { signal, timeout = this.settings.timeout } = options;
    const { baseUrl, isVisitor = false, session, budgets, network } = this.settings;
    const apiKey = await this.apiKey();
    const headers = new Headers({ ...authorizationOf(apiKey), ...Object.fromEntries(given) });
    const isOwn = apiKey === undefined && !isVisitor;
    const budget = budgets?.find(baseUrl, path, isVisitor ? undefined : apiKey);
    await budget?.enter(signal, network.waits(init.method ?? 'GET', url));
    let rateLimit: RateLimitStatus | undefined;
    const limit = limitTime(timeout, signal);
    try {
      if (isOwn) session.addTo(headers, init.method);
      const response = await network.fetch(url, { ...init, headers, signal: limit.signal });
      rateLimit = readRateLimit(response.headers);
      if (isOwn) session.store(response.headers);
      // Timeout and retries include reading the body.
      const text = bodiless.has(response.status) ? '' : await response.text();
      if (response.ok) return { response, text };
      const head = { status: response.status, header: (name: string) => response.headers.get(name) };
      throw errorFromAnswer(head, parseJson(text), this.#adviceFor(apiKey));
    } catch (thrown) {
      throw errorFromThrown(limit.isOver() ? timedOut() : thrown, baseUrl, signal);
    } finally {
      limit.end();
      budget?.leave(rateLimit);
    }
  }

  /** Replaces messages that are meant for senders of raw requests. */
  #adviceFor(apiKey: string | undefined): Advice {
    const { isVisitor = false, baseUrl } = this.settings;
    const withKey = apiKey?.startsWith('svc_')
      ? 'The API key is unknown or revoked. Create another one.'
      : 'This is not an API key. API keys begin with svc_.';
    const withoutKey = 'Give apiKey, set DRIVE_API_KEY, or sign in with client.auth.login.';
    return {
      ...(isVisitor ? {} : { authentication_required: apiKey === undefined ? withoutKey : withKey }),
      ...(baseUrl.endsWith('/api') ? { not_found: 'baseUrl is the URL of the server, without /api.' } : {}),
    };
  }

  #parse({ status, headers }: Response, text: string): unknown {
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw apiError(
        'unexpected_answer',
        `${originOf(this.settings.baseUrl)} responded with something that is not JSON. Is this the URL of a Drive server?`,
        { status, requestId: headers.get('x-request-id') ?? undefined, cause },
      );
    }
  }
}

/** Registered globally, because a program may load both builds of this package: each has to know the other's clients. */
const transportKey = Symbol.for('@drive/sdk.transport');

/** Keeps the transport of a client or an opened link for {@link transportOf}. */
export function keepTransport(owner: object, transport: Transport): void {
  Object.defineProperty(owner, transportKey, { value: transport });
}

/** For the modules that only run in Node. */
export function transportOf(owner: object): Transport {
  const transport = (owner as Partial<Record<typeof transportKey, Transport>>)[transportKey];
  if (transport === undefined)
    throw new DriveError(
      'invalid_argument',
      'The first argument must be a DriveClient, or what client.public.open returns.',
    );
  return transport;
}

/** A list is a repeated parameter, an object one parameter for each of its entries: `meta.order=42`. */
function addParameter(parameters: URLSearchParams, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const each of value) parameters.append(name, String(each));
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) parameters.set(`${name}.${key}`, String(inner));
  else if (value !== undefined) parameters.set(name, `${value as string | number | boolean}`);
}

const authorizationOf = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };

/** `undefined` for an empty key. Never shows the text, which may be another secret. */
export function requireApiKey(given: string, origin: string): string | undefined {
  const apiKey = given.trim();
  if (apiKey === '') return undefined;
  if (/^svc_[A-Za-z0-9_-]{40}$/.test(apiKey)) return apiKey;
  throw new DriveError(
    'invalid_argument',
    `${origin} is not an API key: a key consists of svc_ and 40 letters, digits, - and _. Create one in the web app, or with: drive-cli keys create`,
  );
}

/** A credential that a function returned. `undefined` if it is empty. */
function parseCredential(given: string): string | undefined {
  const apiKey = given.trim();
  if (/^[!-~]*$/.test(apiKey)) return apiKey === '' ? undefined : apiKey;
  throw new DriveError('invalid_argument', 'apiKey contains characters that are not allowed in keys.');
}

/** Chromium provides a body even for responses that cannot have one. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

function segment(name: string, value: string | undefined): string {
  if (typeof value === 'string' && value !== '') return encodeURIComponent(value);
  const given = value === '' ? 'empty' : typeof value === 'object' && value !== null ? 'an object' : String(value);
  throw new DriveError('invalid_argument', `${name} must be a text that is not empty: it is ${given}.`);
}

/** An entity tag. */
const quoted = (tag: string): string => (tag === '*' || tag.includes('"') ? tag : `"${tag}"`);
