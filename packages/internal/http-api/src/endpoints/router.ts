import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@drive/access';
import type { EndpointShape, KeyScope } from '@drive/contract';
import type { Tx } from '@drive/database';
import type { Context, Handler as HonoHandler } from 'hono';
import type * as z from 'zod';
import type { PageToken } from './admission.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Successes<E extends EndpointShape> = {
  [S in keyof E['responses']]: E['responses'][S] extends { schema: z.ZodType }
    ? z.input<E['responses'][S]['schema']>
    : void;
};

/** The response of a handler: the body of a success. */
export type AnswerOf<E extends EndpointShape> = Successes<E>[keyof Successes<E>];

/** For an endpoint with several successes: names the status. A plain body has the lowest status. */
export class Answer<Body> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }

  /** 207 if some items of a batch failed, else 200. */
  static ofBatch<Body extends { readonly failed: readonly unknown[] }>(body: Body): Answer<Body> {
    return new Answer(body.failed.length > 0 ? 207 : 200, body);
  }
}

/**
 * Stores the response under the request's `Idempotency-Key`, in the transaction that creates the object, so that both
 * are committed together. Does nothing without the header. Throws if a concurrent request was faster; the transaction
 * then rolls back and the caller gets the other response.
 */
export type Remember<Answer> = (tx: Tx<any>, answer: Answer) => Promise<void>;

/** A request to a JSON endpoint, checked against the contract. */
export interface RequestOf<E extends EndpointShape> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: E['auth'] extends 'public' ? undefined : E['auth'] extends 'optional' ? Caller | undefined : Caller;
  readonly remember: Remember<AnswerOf<E> | Answer<AnswerOf<E>>>;
  /** The header If-Match, if the endpoint takes it. */
  readonly ifMatch: string | undefined;
  /** The client's IP address, read through trusted proxies; IPv6 by its /64. Limits count by it. */
  readonly clientNetwork: string;
  /** For cookies and headers only. */
  readonly context: Context;
}

export interface MountOptions<E extends EndpointShape> {
  /**
   * Runs after rate limit and authentication and before a byte of the body is read. Throws if the feature is switched off,
   * or closed to this caller.
   */
  readonly beforeBody?: (caller: RequestOf<E>['caller']) => Promise<void> | void;
}

/** A request whose body, in or out, is bytes: Node's own streams, because web streams cost a third of the rate. */
export interface BytesExchange<E extends EndpointShape, Signed = undefined> {
  /** The last one of a `catchAll` endpoint is percent-encoded as received. */
  readonly params: Parsed<E['params']>;
  /** The contents of the token in the URL, if this server signed it. */
  readonly signed: Signed | undefined;
  readonly query: Parsed<E['query']>;
  readonly caller: E['auth'] extends 'key' | 'required' ? Caller : undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Like in RequestOf. */
  readonly clientNetwork: string;
}

export interface Router extends PageRouter {
  /** Authenticates, parses, calls, answers. */
  mount<const E extends EndpointShape>(
    endpoint: E,
    handle: (request: RequestOf<E>) => Promise<AnswerOf<E> | Answer<AnswerOf<E>>>,
    options?: MountOptions<E>,
  ): void;
  /**
   * Like `mount`, for an endpoint whose response is an array of any length: the pieces are sent as they are created.
   */
  mountStreamed<const E extends EndpointShape & { readonly streamed: true }>(
    endpoint: E,
    handle: (request: RequestOf<E>) => AsyncIterable<AnswerOf<E>>,
  ): void;
  /**
   * Like `mount`, for an endpoint with server-sent events: the handler writes to Node's response without a time limit.
   * The request counts as answered once the promise resolves.
   */
  mountEvents<const E extends EndpointShape & { readonly transport: 'events' }>(
    endpoint: E,
    handle: (request: RequestOf<E>, response: ServerResponse) => Promise<void>,
  ): void;
  /**
   * A thrown DomainError becomes the envelope, and the rest of the request's body is drained or cut. `readToken` checks
   * the signature of the parameter `token`; a request that passes does not count as a guess.
   */
  mountBytes<const E extends EndpointShape, Signed = undefined>(
    endpoint: E,
    handle: (exchange: BytesExchange<E, Signed>) => Promise<void>,
    readToken?: (token: string) => Signed | undefined,
  ): void;
  /**
   * Everything at and below the path, any method: for protocols that are described elsewhere (tus). `requireKey` returns the
   * caller of a request that needs an API key with this scope.
   */
  mountBytesProtocol(
    path: `/${string}`,
    handle: (
      request: IncomingMessage,
      response: ServerResponse,
      requireKey: (scope: KeyScope) => Caller,
    ) => Promise<void>,
  ): void;
  /**
   * Everything at and below the path, any method, for a protocol whose clients send an API key as a password (WebDAV).
   * Without a valid key the answer is 401 with a Basic challenge, but for OPTIONS, which gets no caller.
   */
  mountKeyProtocol(
    path: `/${string}`,
    handle: (request: IncomingMessage, response: ServerResponse, caller: Caller | undefined) => Promise<void>,
  ): void;
  /**
   * Exactly this path, any method, for a protocol whose messages are calls with an API key (MCP). Each counts like a call of
   * the API. A page may send one if it is of this server or of an origin of DRIVE_CORS_ORIGINS.
   */
  mountCallProtocol(
    path: `/${string}`,
    handle: (request: IncomingMessage, response: ServerResponse, caller: Caller) => Promise<void>,
  ): void;
}

export interface PageRouter {
  /**
   * A server-rendered page, or the target of its form. A GET counts like a call of the API, a POST like signing in,
   * unless `countsIn` differs: `auth` is for a GET that signs in, `files` for redirects to bytes, `none` for scripts of pages. An error thrown by
   * `handle` becomes an error page.
   */
  page(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    path: `/${string}`,
    handle: HonoHandler,
    options?: {
      readonly countsIn?: 'auth' | 'files' | 'none';
      /** For programs with this token: only wrong tokens count, in `auth`. */
      readonly bearer?: PageToken;
      /** The last parameter of the path takes the rest of it, with its slashes. */
      readonly catchAll?: boolean;
    },
  ): void;
}
