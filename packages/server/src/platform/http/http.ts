import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BaseUrl, Clock, Log, Random } from '@drive/base';
import { damageFields, DamagedBlobError } from '@drive/blobs';
import type { EndpointShape } from '@drive/contract';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context, type ErrorHandler, type Handler } from 'hono';
import { DomainError, isDomainError } from '../errors.ts';
import type { Instance } from '../instance.ts';
import { admitToBytes, admitToPage, admitUnrouted, admitWithToken, requireBytesCaller } from './admission.ts';
import { requireScope, scopeOfMethod } from './caller.ts';
import { createBytesHandler } from './bytes-endpoint.ts';
import { encodePage } from './content-coding.ts';
import { createFindClient, createProxyCheck, parseCidr, createOriginOf, namesOrigins } from './forwarding.ts';
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
import { createJsonHandler, type JsonDeps } from './json-endpoint.ts';
import { admitToUploadUrl, corsFor, openUploadUrl, refusalOfOrigin } from './cors.ts';
import {
  isApiPath,
  refuseBelowContentUrl,
  redirectToHttps,
  setDefaultHeaders,
  transportSecurity,
  type Gate,
} from './middleware.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { withRequestOfPage } from './page-request.ts';
import { createRequestMetrics, type RequestMetricsDeps } from './request-metrics.ts';
import { answerServerOptions, findHeadFault, refuseFaultyHead } from './request-head.ts';
import { Routes } from './routes.ts';
import type { Router } from './router.ts';

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
  /** Renders an error for a browser. */
  readonly errorPage: (context: Context, problem: Problem) => Promise<Response>;
}

export interface Problem {
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
}

export interface Http {
  readonly router: Router;
  /** Ids of the endpoints mounted so far. */
  readonly mounted: ReadonlySet<string>;
  /** Method and pattern of everything mounted so far; a protocol's method is `*`. */
  readonly routes: ReadonlySet<string>;
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** Counts a request that could not be parsed; resolves to the headers of its answer. */
  countBroken(socket: Socket, request?: IncomingMessage): Promise<Readonly<Record<string, string>>>;
  /** Resolves when no handler is running, also for requests whose client has disconnected. */
  idle(): Promise<void>;
}

/** The data of a failed route for `onError`. */
interface Route {
  readonly kind: 'json' | 'page' | 'bytes';
  readonly endpoint?: EndpointShape;
}
type Env = { Bindings: HttpBindings; Variables: { route: Route } };

/**
 * A Hono app answers every request that passes the gates: the routes in the order of `Routes`, then `notFound` and
 * `onError`.
 *
 * Middleware and byte endpoints write headers on Node's response instead of Hono's: bytes are sent by Node's streams,
 * because web streams cost a third of the rate, and so all responses, including an error in the middle of a download,
 * get their headers in one place.
 */
export function createHttp(options: HttpOptions): Http {
  const { clock, random, log, baseUrl, answerCheck, rateLimits } = options;
  const countRequest = createRequestMetrics(options);
  const trustedProxies = options.trustedProxies.map(parseCidr);
  const findClient = createFindClient(trustedProxies);
  const isFromProxy = createProxyCheck(trustedProxies);
  const originOf = createOriginOf(isFromProxy);
  const content = options.contentUrl === undefined ? undefined : new URL(options.contentUrl);
  const contentPath = content?.pathname.replace(/\/$/, '') ?? '';
  const mounted = new Set<string>();
  const routes = new Routes<Handler<Env>>();
  const work = new Set<Promise<unknown>>();

  /** Logs server errors and returns the envelope. */
  const refuse = (error: unknown, context: Context<Env>): ErrorAnswer => {
    const exchange = exchangeOf(context);
    const domainError = domainErrorOf(error);
    exchange.failure = domainError.code;
    if (domainError !== error || domainError.code === 'internal_error') {
      log.error(error instanceof DamagedBlobError ? 'blob damaged' : 'request failed', {
        ...logFieldsOf(context.env.incoming, exchange),
        ...(exchange.route === undefined ? {} : { route: exchange.route }),
        code: domainError.code,
        ...damageFields(error),
        error,
      });
    }
    answerCheck?.refused(context.get('route')?.endpoint, domainError.code);
    return errorAnswer(domainError, clock.now(), exchange.challenge);
  };

  // Paths are matched undecoded: Hono would decode them first, and treat `%65cho` as `echo`.
  const getPath = (_request: Request, init?: { env?: Env['Bindings'] }): string => exchangeOf(init!.env!.incoming).path;
  const app = new Hono<Env>({ getPath });
  /** Handles requests without a route in `app`: 405 if other methods of the path are mounted, 404 otherwise. */
  const unrouted = new Hono<Env>({ getPath });

  const gates = [
    ...(content === undefined ? [] : [refuseBelowContentUrl(rateLimits)]),
    refuseFaultyHead(rateLimits, clock),
    answerServerOptions(() => routes.methods),
    redirectToHttps(baseUrl, isFromProxy, log),
    admitToUploadUrl,
  ];
  const passGates: Gate = (request) => {
    for (const gate of gates) {
      const answer = gate(request);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
  /** Answers the requests that a gate refuses or redirects. */
  const refused = new Hono<Env>({ getPath }).all('*', (context, next) =>
    passGates(context.env.incoming)!(context, next),
  );

  const cors = corsFor(options.corsOrigins, rateLimits);
  if (cors !== undefined) app.use('/api/*', cors).use('/files/*', cors);

  app.notFound((context) => unrouted.fetch(context.req.raw, context.env));
  unrouted.notFound(async (context) => {
    await admitUnrouted(context, options);
    throw new DomainError('not_found', 'There is nothing at this URL.');
  });

  const onError: ErrorHandler<Env> = async (error, context) => {
    const { incoming, outgoing } = context.env;
    const { path, requestId, answersJson, isCounted, clientNetwork } = exchangeOf(context);
    const kind = context.get('route')?.kind;
    // A client that disconnects during a download is no server error.
    if (kind === 'bytes' && outgoing.destroyed && !(error instanceof DomainError)) return RESPONSE_ALREADY_SENT;
    // Every answer of the API has the headers, also one to a request that failed before it was counted.
    if (!isCounted && isApiPath(path) && !outgoing.headersSent) await rateLimits.show('api', clientNetwork, outgoing);
    const { status, body, headers } = refuse(error, context);
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
    return encodePage(context, await withRequestOfPage(incoming, () => options.errorPage(context, problem)));
  };
  for (const each of [app, unrouted, refused]) each.onError(onError);

  const methodNotAllowed =
    (pattern: string, allow: string): Handler<Env> =>
    async (context) => {
      exchangeOf(context).route = pattern;
      await admitUnrouted(context, options);
      outgoingOf(context).setHeader('allow', allow);
      const refusal = refusalOfOrigin(incomingOf(context)) ?? `This URL accepts ${allow}.`;
      throw new DomainError('method_not_allowed', refusal);
    };

  /** Routes are known after every module has mounted its own; Hono matches them in the order of adding. */
  let isComplete = false;
  const complete = (): void => {
    isComplete = true;
    const sorted = routes.sorted();
    const methods = new Set(sorted.flatMap(({ handlers }) => [...handlers.keys()]));
    for (const { path, handlers, pattern, allow } of sorted) {
      const refuseMethod = methodNotAllowed(pattern, allow);
      // One handler for each method instead of `all`: Hono calls a single handler without a chain.
      for (const method of methods) app.on(method, path, handlers.get(method) ?? refuseMethod);
      unrouted.all(path, refuseMethod);
    }
  };

  const route = (request: Request, env: HttpBindings): Response | Promise<Response> =>
    (passGates(env.incoming) === undefined ? app : refused).fetch(request, env);

  const fetch = (request: Request, env: HttpBindings): Response | Promise<Response> => {
    if (!isComplete) complete();
    const response = route(request, env);
    if (request.method !== 'HEAD') return response;
    // Hono answers HEAD with a copy of GET's response, which is no longer marked as already sent.
    return Promise.resolve(response).then((copy) => (env.outgoing.headersSent ? RESPONSE_ALREADY_SENT : copy));
  };

  const serve = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    // The request's host header is not used here.
    hostname: 'localhost',
    autoCleanupIncoming: false,
    errorHandler: (error) => {
      log.error('request failed', { error });
      const { status, body, headers } = errorAnswer(domainErrorOf(error), clock.now());
      return new Response(body, { status, headers });
    },
  });

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { host } = request.headers;
    const headFault = findHeadFault(request);
    const isContentHost = content !== undefined && host?.toLowerCase() === content.host;
    const isOfServer = request.url === '*';
    request.url = isOfServer ? '/' : withoutBase(request.url ?? '/', isContentHost ? contentPath : baseUrl.path);
    const exchange: Exchange = {
      requestId: random.uuid(),
      instance: options.instance,
      ...findClient(request),
      origin: namesOrigins.has(request.method ?? '') ? originOf(request) : undefined,
      startedAt: clock.now(),
      path: isOfServer ? '*' : request.url.split('?', 1)[0]!,
      headFault,
      isContentHost,
      answersJson: false,
      isCounted: false,
      route: undefined,
      failure: undefined,
      challenge: undefined,
    };
    // Links are made from the base URL.
    request.headers.host = 'localhost';
    attachExchange(request, exchange);
    setDefaultHeaders(response, exchange.requestId, baseUrl);
    openUploadUrl(request, exchange, response);
    response.once('close', () => {
      logRequest(request, response, exchange);
      if (response.headersSent) answerCheck?.sent(exchange.route ?? 'no route', response);
    });
    const done = serve(request, response).catch((error: unknown) => {
      log.error('request failed', { requestId: exchange.requestId, error });
      response.destroy();
    });
    work.add(done);
    void done.then(() => work.delete(done));
  };

  const logRequest = (request: IncomingMessage, response: ServerResponse, exchange: Exchange): void => {
    const durationMs = clock.now() - exchange.startedAt;
    countRequest(request, response, exchange, durationMs);
    const isProbe = ['/healthz', '/readyz', '/metrics'].includes(exchange.route ?? '');
    log[isProbe ? 'debug' : 'info'](response.writableFinished ? 'request' : 'request cut off', {
      ...logFieldsOf(request, exchange),
      ...(options.logsClientIp ? { clientIp: exchange.clientIp } : {}),
      route: exchange.route ?? 'none',
      status: response.statusCode,
      durationMs,
      ...(exchange.failure === undefined ? {} : { code: exchange.failure }),
    });
  };

  /** Runs the handler with its route on record, for the log and for `onError`. */
  const withRoute =
    (pattern: string, route: Route, handle: (context: Context<Env>) => Promise<Response>): Handler<Env> =>
    (context) => {
      exchangeOf(context).route = pattern;
      context.set('route', route);
      return handle(context);
    };
  const withBytes =
    (handle: (request: IncomingMessage, response: ServerResponse, context: Context<Env>) => Promise<void>) =>
    async (context: Context<Env>): Promise<Response> => {
      const { incoming, outgoing } = context.env;
      await handle(incoming, outgoing, context);
      return RESPONSE_ALREADY_SENT;
    };
  const add = (
    endpoint: EndpointShape,
    kind: Route['kind'],
    handle: (context: Context<Env>) => Promise<Response>,
  ): void => {
    const { method, path } = endpoint;
    routes.add(method, path, withRoute(path, { kind, endpoint }, handle), endpoint);
    mounted.add(endpoint.id);
  };

  const router: Router = {
    mount: (endpoint, handle, mountOptions) =>
      add(endpoint, 'json', createJsonHandler(endpoint, handle, options, mountOptions)),
    mountStreamed: (endpoint, handle) =>
      // The pieces replace the response, as the handler of a streamed endpoint expects.
      add(
        endpoint,
        'json',
        createJsonHandler<EndpointShape>(endpoint, async (request) => handle(request as never) as never, options),
      ),
    mountEvents: (endpoint, handle) =>
      add(
        endpoint,
        'json',
        createJsonHandler<EndpointShape>(
          endpoint,
          (request) => handle(request as never, outgoingOf(request.context)),
          options,
        ),
      ),
    mountBytes: (endpoint, handle, readToken) =>
      add(endpoint, 'bytes', withBytes(createBytesHandler(endpoint, handle, readToken, options))),
    mountBytesProtocol: (path, handle) => {
      const answer = withBytes(async (request, response) => {
        const caller = await admitToBytes(request, options);
        await handle(request, response, (scope) => {
          requireBytesCaller(caller, { scope });
          return caller;
        });
      });
      app.all(`${path}/*`, withRoute(path, { kind: 'bytes' }, answer));
      routes.names.add(`* ${path}`);
    },
    mountKeyProtocol: (path, handle) => {
      const answer = withBytes(async (request, response) => {
        const caller = await admitToBytes(request, options, { orPassword: true });
        if (caller === undefined && request.method !== 'OPTIONS') {
          exchangeOf(request).challenge = 'Basic realm="Drive", charset="UTF-8"';
          throw new DomainError('authentication_required', 'Send an API key as the password; any user name will do.');
        }
        if (caller !== undefined) requireScope(caller, scopeOfMethod(request.method));
        await handle(request, response, caller);
      });
      app.all(`${path}/*`, withRoute(path, { kind: 'bytes' }, answer));
      routes.names.add(`* ${path}`);
    },
    page: (method, path, handle, { countsIn = pageBudgets[method], catchAll = false, bearer } = {}) => {
      const pattern = path.replaceAll(/:(\w+)/g, '{$1}') as `/${string}`;
      const answer = async (context: Context<Env>): Promise<Response> => {
        if (bearer === undefined) await admitToPage(countsIn, context, options);
        else await admitWithToken(bearer, context, options);
        if (method === 'POST') requireOwnOrigin(incomingOf(context), baseUrl.href);
        const response: unknown = await withRequestOfPage(incomingOf(context), () => handle(context, async () => {}));
        if (response === RESPONSE_ALREADY_SENT) return RESPONSE_ALREADY_SENT;
        if (response instanceof Response) return encodePage(context, response);
        throw new Error(`${method} ${pattern} returned no Response`);
      };
      routes.add(method, pattern, withRoute(pattern, { kind: 'page' }, answer), { catchAll });
    },
  };

  return {
    router,
    mounted,
    routes: routes.names,
    listener,
    countBroken: async (socket, request) => {
      const headers: Record<string, string> = baseUrl.isSecure ? Object.fromEntries([transportSecurity]) : {};
      const sink = {
        setHeader: (name: string, value: number) => (headers[name] = String(value)),
        removeHeader: (name: string) => delete headers[name],
      };
      const { clientNetwork } = findClient({ socket, headers: {} });
      // A request whose body is malformed may have been counted by its headers.
      if (request !== undefined && exchangeOf(request).isCounted) await rateLimits.show('api', clientNetwork, sink);
      // Refused or not, the answer is that the request was not understood.
      else
        await rateLimits.consume('api', clientNetwork, sink).catch((error: unknown) => {
          if (!isDomainError(error, 'rate_limited')) throw error;
        });
      return headers;
    },
    idle: async () => {
      while (work.size > 0) await Promise.allSettled(work);
    },
  };
}

/** Posting a form counts as signing in, because forms are where passwords are tried. */
const pageBudgets = { GET: 'api', POST: 'sign-in', OPTIONS: 'api' } as const;
