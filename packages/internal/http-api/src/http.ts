import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, isDomainError } from '@drive/access';
import type { BaseUrl, Clock, Log, Random } from '@drive/base';
import { damageFields, DamagedBlobError } from '@drive/blobs';
import type { Instance } from '@drive/branding';
import { createFindClient, createOriginOf, createProxyCheck, encodePage, parseCidr } from '@drive/node-http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context, type Handler } from 'hono';
import { admitToOpenUrl, corsFor, openToAllOrigins, refusalOfOrigin } from './cors.ts';
import { admitUnrouted } from './endpoints/admission.ts';
import type { JsonDeps } from './endpoints/json-endpoint.ts';
import type { Router } from './endpoints/router.ts';
import { domainErrorOf, errorAnswer, type ErrorAnswer } from './envelope.ts';
import {
  attachExchange,
  exchangeOf,
  incomingOf,
  logFieldsOf,
  outgoingOf,
  type Exchange,
  withoutBase,
} from './exchange.ts';
import { namesOrigins } from './forwarding.ts';
import { KnownPathsRouter } from './known-paths-router.ts';
import {
  isApiPath,
  refuseBelowContentUrl,
  redirectToHttps,
  refuseWhileCutOff,
  setDefaultHeaders,
  transportSecurity,
  type Gate,
} from './middleware.ts';
import { MountedRoutes, type Env } from './mounted-routes.ts';
import { withRequestOfPage } from './page-request.ts';
import { answerServerOptions, headFaultOf, refuseFaultyHead } from './request-head.ts';
import { createRequestMetrics, type CountRequest, type RequestMetricsDeps } from './request-metrics.ts';

export interface HttpOptions extends JsonDeps, RequestMetricsDeps {
  readonly baseUrl: BaseUrl;
  readonly instance: Instance;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Only reading below its /files/ is answered there; undefined: there is no such URL. */
  readonly contentUrl?: string | undefined;
  /** Networks as `parseCidr` takes them. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Whether the log line of a request has the client's IP address. */
  readonly logsClientIp: boolean;
  /** Whether the server cannot work at the moment, and others can. */
  readonly isCutOff: () => boolean;
  /** Renders an error for a browser. */
  readonly errorPage: (context: Context, problem: Problem) => Promise<Response>;
}

export interface Problem {
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
}

/**
 * A Hono app answers every request that passes the gates: the routes in the order of `Routes`, then `notFound` and
 * `onError`.
 *
 * Middleware and byte endpoints write headers on Node's response instead of Hono's: bytes are sent by Node's streams,
 * because web streams cost a third of the rate, and so all responses, including an error in the middle of a download,
 * get their headers in one place.
 */
export class Http {
  readonly #options: HttpOptions;
  readonly #countRequest: CountRequest;
  readonly #countDamage: () => void;
  readonly #findClient: ReturnType<typeof createFindClient>;
  readonly #originOf: ReturnType<typeof createOriginOf>;
  readonly #content: URL | undefined;
  readonly #contentPath: string;
  readonly #gates: readonly Gate[];
  readonly #app = new Hono<Env>({ getPath, router: new KnownPathsRouter() });
  /** Handles requests without a route in `#app`: 405 if other methods of the path are mounted, 404 otherwise. */
  readonly #unrouted = new Hono<Env>({ getPath });
  /** Answers the requests that a gate refuses or redirects. */
  readonly #refused = new Hono<Env>({ getPath });
  readonly #mounted: MountedRoutes;
  readonly #serve: ReturnType<typeof getRequestListener>;
  readonly #work = new Set<Promise<unknown>>();
  #isComplete = false;

  constructor(options: HttpOptions) {
    const { clock, log, baseUrl, rateLimits } = options;
    const trustedProxies = options.trustedProxies.map(parseCidr);
    const isFromProxy = createProxyCheck(trustedProxies);
    this.#options = options;
    this.#countRequest = createRequestMetrics(options);
    const damage = options.metrics.counter(
      'drive_storage_damage_total',
      'Requests that found the bytes of a file missing, cut short, unreadable or not those that were stored',
    );
    this.#countDamage = () => damage({});
    this.#findClient = createFindClient(trustedProxies);
    this.#originOf = createOriginOf(isFromProxy);
    this.#content = options.contentUrl === undefined ? undefined : new URL(options.contentUrl);
    this.#contentPath = this.#content?.pathname.replace(/\/$/, '') ?? '';
    this.#mounted = new MountedRoutes(options, this.#app);
    this.#gates = [
      refuseWhileCutOff(options.isCutOff),
      ...(this.#content === undefined ? [] : [refuseBelowContentUrl(rateLimits)]),
      refuseFaultyHead(rateLimits, clock),
      answerServerOptions(() => this.#mounted.routes.methods),
      redirectToHttps(baseUrl, isFromProxy, log),
      admitToOpenUrl,
    ];
    this.#prepareApps();
    this.#serve = getRequestListener((request, env) => this.#fetch(request, env as HttpBindings), {
      // The request's host header is not used here.
      hostname: 'localhost',
      autoCleanupIncoming: false,
      errorHandler: (error) => {
        log.error('request failed', { error });
        const { status, body, headers } = errorAnswer(domainErrorOf(error), clock.now());
        return new Response(body, { status, headers });
      },
    });
  }

  get router(): Router {
    return this.#mounted;
  }

  /** Ids of the endpoints mounted so far. */
  get mounted(): ReadonlySet<string> {
    return this.#mounted.mounted;
  }

  /** Method and pattern of everything mounted so far; a protocol's method is `*`. */
  get routes(): ReadonlySet<string> {
    return this.#mounted.routes.names;
  }

  /** Answers a request of Node's server. */
  listen(request: IncomingMessage, response: ServerResponse): void {
    const { baseUrl, answerCheck, log } = this.#options;
    const exchange = this.#createExchange(request);
    attachExchange(request, exchange);
    setDefaultHeaders(response, exchange.requestId, baseUrl);
    openToAllOrigins(request, exchange, response);
    response.once('close', () => {
      this.#logRequest(request, response, exchange);
      if (response.headersSent) answerCheck?.sent(exchange.route ?? 'no route', response);
    });
    const done = this.#serve(request, response).catch((error: unknown) => {
      log.error('request failed', { requestId: exchange.requestId, error });
      response.destroy();
    });
    this.#work.add(done);
    void done.then(() => this.#work.delete(done));
  }

  /** Counts a request that could not be parsed; resolves to the headers of its answer. */
  async countBroken(socket: Socket, request?: IncomingMessage): Promise<Readonly<Record<string, string>>> {
    const { baseUrl, rateLimits } = this.#options;
    const headers: Record<string, string> = baseUrl.isSecure ? Object.fromEntries([transportSecurity]) : {};
    const sink = {
      setHeader: (name: string, value: number) => (headers[name] = String(value)),
      removeHeader: (name: string) => delete headers[name],
    };
    const { clientNetwork } = this.#findClient({ socket, headers: {} });
    // A request whose body is malformed may have been counted by its headers.
    if (request !== undefined && exchangeOf(request).isCounted) await rateLimits.show('api', clientNetwork, sink);
    // Refused or not, the answer is that the request was not understood.
    else
      await rateLimits.consume('api', clientNetwork, sink).catch((error: unknown) => {
        if (!isDomainError(error, 'rate_limited')) throw error;
      });
    return headers;
  }

  /** Resolves when no handler is running, also for requests whose client has disconnected. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  #prepareApps(): void {
    const { corsOrigins, rateLimits } = this.#options;
    const cors = corsFor(corsOrigins, rateLimits);
    if (cors !== undefined) for (const path of ['/api/*', '/files/*', '/mcp/*']) this.#app.use(path, cors);
    this.#app.notFound((context) => this.#unrouted.fetch(context.req.raw, context.env));
    this.#unrouted.notFound(async (context) => {
      await admitUnrouted(context, this.#options);
      throw new DomainError('not_found', 'There is nothing at this URL.');
    });
    this.#refused.all('*', (context, next) => this.#passGates(context.env.incoming)!(context, next));
    for (const each of [this.#app, this.#unrouted, this.#refused])
      each.onError((error, context) => this.#onError(error, context));
  }

  /** Routes are known after every module has mounted its own; Hono matches them in the order of adding. */
  #complete(): void {
    this.#isComplete = true;
    const sorted = this.#mounted.routes.sorted();
    const methods = new Set(sorted.flatMap(({ handlers }) => [...handlers.keys()]));
    for (const { path, handlers, pattern, allow } of sorted) {
      const refuseMethod = this.#methodNotAllowed(pattern, allow);
      // One handler for each method instead of `all`: Hono calls a single handler without a chain.
      for (const method of methods) this.#app.on(method, path, handlers.get(method) ?? refuseMethod);
      this.#unrouted.all(path, refuseMethod);
    }
  }

  #methodNotAllowed(pattern: string, allow: string): Handler<Env> {
    return async (context) => {
      exchangeOf(context).route = pattern;
      await admitUnrouted(context, this.#options);
      outgoingOf(context).setHeader('allow', allow);
      const refusal = refusalOfOrigin(incomingOf(context)) ?? `This URL accepts ${allow}.`;
      throw new DomainError('method_not_allowed', refusal);
    };
  }

  /** The answer of the first gate that does not let the request pass. */
  #passGates(request: IncomingMessage): ReturnType<Gate> {
    for (const gate of this.#gates) {
      const answer = gate(request);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  #fetch(request: Request, env: HttpBindings): Response | Promise<Response> {
    if (!this.#isComplete) this.#complete();
    const app = this.#passGates(env.incoming) === undefined ? this.#app : this.#refused;
    const response = app.fetch(request, env);
    if (request.method !== 'HEAD') return response;
    // Hono answers HEAD with a copy of GET's response, which is no longer marked as already sent.
    return Promise.resolve(response).then((copy) => (env.outgoing.headersSent ? RESPONSE_ALREADY_SENT : copy));
  }

  /** Also reduces the request to a path below the base URL, which links are made from. */
  #createExchange(request: IncomingMessage): Exchange {
    const { clock, random, baseUrl, instance } = this.#options;
    const { host } = request.headers;
    const headFault = headFaultOf(request);
    const { clientIp, clientNetwork } = this.#findClient(request);
    const isContentHost = this.#content !== undefined && host?.toLowerCase() === this.#content.host;
    const isOfServer = request.url === '*';
    request.url = isOfServer ? '/' : withoutBase(request.url ?? '/', isContentHost ? this.#contentPath : baseUrl.path);
    // Each property by its name: a spread makes V8 add those after it one by one, which takes as long as the rest.
    const exchange: Exchange = {
      requestId: random.uuid(),
      instance,
      clientIp,
      clientNetwork,
      origin: namesOrigins.has(request.method ?? '') ? this.#originOf(request) : undefined,
      startedAt: clock.now(),
      path: isOfServer ? '*' : request.url.split('?', 1)[0]!,
      headFault,
      isContentHost,
      answersJson: false,
      isCounted: false,
      route: undefined,
      accountId: undefined,
      failure: undefined,
      challenge: undefined,
    };
    request.headers.host = 'localhost';
    return exchange;
  }

  async #onError(error: unknown, context: Context<Env>): Promise<Response> {
    const { rateLimits, errorPage } = this.#options;
    const { incoming, outgoing } = context.env;
    const { path, requestId, answersJson, isCounted, clientNetwork } = exchangeOf(context);
    const kind = context.get('route')?.kind;
    // A client that disconnects during a download is no server error.
    if (kind === 'bytes' && outgoing.destroyed && !(error instanceof DomainError)) return RESPONSE_ALREADY_SENT;
    // Every answer of the API has the headers, also one to a request that failed before it was counted.
    if (!isCounted && isApiPath(path) && !outgoing.headersSent) await rateLimits.show('api', clientNetwork, outgoing);
    const { status, body, headers } = this.#refuse(error, context);
    if (outgoing.headersSent) {
      // Headers are sent already: only closing the connection shows that the response is incomplete.
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    const isForBrowsers = kind === 'page' || (kind === undefined && !answersJson && !/^\/(api|files)(\/|$)/.test(path));
    if (!isForBrowsers || !(incoming.headers.accept ?? '').includes('text/html'))
      return new Response(body, { status, headers });
    for (const [name, value] of Object.entries(headers)) if (name !== 'content-type') context.header(name, value);
    const problem = { status, message: domainErrorOf(error).message, requestId };
    return encodePage(
      incoming,
      outgoingOf(context),
      await withRequestOfPage(incoming, () => errorPage(context, problem)),
    );
  }

  /** Logs server errors and returns the envelope. */
  #refuse(error: unknown, context: Context<Env>): ErrorAnswer {
    const { clock, log, answerCheck } = this.#options;
    const exchange = exchangeOf(context);
    const domainError = domainErrorOf(error);
    exchange.failure = domainError.code;
    const isDamage = error instanceof DamagedBlobError;
    if (isDamage) this.#countDamage();
    if (domainError !== error || domainError.code === 'internal_error') {
      log.error(isDamage ? 'blob damaged' : 'request failed', {
        ...logFieldsOf(context.env.incoming, exchange),
        ...(exchange.route === undefined ? {} : { route: exchange.route }),
        code: domainError.code,
        ...damageFields(error),
        error,
      });
    }
    answerCheck?.refused(context.get('route')?.endpoint, domainError.code);
    return errorAnswer(domainError, clock.now(), exchange.challenge);
  }

  #logRequest(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void {
    const { clock, log, logsClientIp } = this.#options;
    const durationMs = clock.now() - exchange.startedAt;
    this.#countRequest(request, response, exchange, durationMs);
    const { requestId, accountId, clientIp, route = 'none', failure } = exchange;
    log[probes.has(route) ? 'debug' : 'info'](response.writableFinished ? 'request' : 'request cut off', {
      requestId,
      method: request.method ?? '',
      route,
      status: response.statusCode,
      durationMs,
      ...(accountId === undefined ? {} : { userId: accountId }),
      ...(logsClientIp ? { clientIp } : {}),
      ...(failure === undefined ? {} : { code: failure }),
    });
  }
}

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Paths are matched undecoded: Hono would decode them first, and treat `%65cho` as `echo`. */
function getPath(_request: Request, init?: { env?: HttpBindings }): string {
  return exchangeOf(init!.env!.incoming).path;
}
