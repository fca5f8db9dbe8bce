import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { EndpointShape } from '@drive/contract';
import { Hono, type Context, type Handler as HonoHandler } from 'hono';
import { damageFields, DamagedBlobError } from '../blobs/file-blob.ts';
import type { Clock } from '../clock.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { Log } from '../log.ts';
import { noMetrics, type Metrics } from '../metrics/index.ts';
import type { Random } from '../random.ts';
import { admitToPage, admitUnrouted } from './admission.ts';
import { createBytesHandler, type NodeHandler } from './bytes-endpoint.ts';
import { createClientNetwork, createProxyCheck, parseCidr } from './client-network.ts';
import { domainErrorOf, errorAnswer, type ErrorAnswer, type ErrorHeaders } from './envelope.ts';
import { attachExchange, exchangeOf, incomingOf, type Exchange } from './exchange.ts';
import { createForwarding, createOriginOf } from './forwarding.ts';
import { createJsonEndpoint, type JsonDeps } from './json-endpoint.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createCors, setDefaultHeaders } from './response-headers.ts';
import { RouteTable, type RouteMatch } from './route-table.ts';
import type { Router } from './router.ts';

export interface HttpOptions extends JsonDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Default: counts nothing. */
  readonly metrics?: Metrics;
  /** The outside address without a slash at the end. Requests may come with its path or with that already taken off. */
  readonly baseUrl: string;
  /** Where nothing is answered but reading below /files/; undefined: no such place. */
  readonly contentUrl?: string | undefined;
  /** Networks as `parseCidr` takes them. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  /** For people who meet an error in a browser. */
  readonly errorPage: (context: Context, problem: Problem) => Promise<Response>;
}

/** What went wrong, for a page that says so. */
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
  countBroken(socket: Socket): Promise<Readonly<Record<string, string>>>;
  /** Resolves when no handler is at work, also of requests whose client has gone. */
  idle(): Promise<void>;
}

type Route =
  | {
      readonly kind: 'json' | 'page';
      readonly endpoint?: EndpointShape;
      readonly handle: (context: Context, params: Record<string, string>) => Promise<Response> | Response;
    }
  | { readonly kind: 'bytes'; readonly endpoint?: EndpointShape; readonly handle: NodeHandler };

/** What a refusal adds where it was a method that is wrong. */
const noHeaders: ErrorHeaders = {};

export function createHttp(options: HttpOptions): Http {
  const { clock, random, log, baseUrl, answerCheck, rateLimits } = options;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const countRequest = createRequestMetrics(options.metrics ?? noMetrics);
  const table = new RouteTable<Route>();
  const protocols: { readonly path: string; readonly handle: NodeHandler }[] = [];
  const mounted = new Set<string>();
  const routes = new Set<string>();
  const trustedProxies = options.trustedProxies.map(parseCidr);
  const clientNetworkOf = createClientNetwork(trustedProxies);
  const isFromProxy = createProxyCheck(trustedProxies);
  const elsewhere = createForwarding({ baseUrl, isFromProxy, log });
  const originOf = createOriginOf(isFromProxy);
  const cors = createCors(options.corsOrigins);
  const content = options.contentUrl === undefined ? undefined : new URL(options.contentUrl);
  const contentPath = content?.pathname.replace(/\/$/, '') ?? '';
  const work = new Set<Promise<unknown>>();
  const routed = Symbol('routed');
  type Routed = IncomingMessage & { [routed]?: RouteMatch<Route> };

  /** Says why, in the log where it is the server's fault, and what to answer. */
  const refuse = (
    error: unknown,
    request: IncomingMessage,
    endpoint?: EndpointShape,
    headers = noHeaders,
  ): ErrorAnswer => {
    const exchange = exchangeOf(request);
    const domainError = domainErrorOf(error);
    exchange.failure = domainError.code;
    if (domainError !== error || domainError.code === 'internal_error') {
      log.error(error instanceof DamagedBlobError ? 'blob damaged' : 'request failed', {
        requestId: exchange.requestId,
        method: request.method ?? '',
        ...(exchange.route === undefined ? {} : { route: exchange.route }),
        ...(exchange.accountId === undefined ? {} : { userId: exchange.accountId }),
        code: domainError.code,
        ...damageFields(error),
        error,
      });
    }
    answerCheck?.refused(endpoint, domainError.code);
    return errorAnswer(domainError, clock.now(), headers);
  };

  const hono = new Hono();
  /** After the pages, which Hono finds by itself so that their handlers can ask it for parameters. */
  const finishRoutes = once(() => hono.all('*', (context) => dispatch(context)));

  const dispatch = async (context: Context): Promise<Response> => {
    const request = incomingOf(context);
    const match = (request as Routed)[routed];
    const route = match?.kind === 'found' && match.route.kind !== 'bytes' ? match.route : undefined;
    let headers = noHeaders;
    try {
      if (match?.kind === 'found' && route !== undefined) {
        const response = await route.handle(context, match.params);
        return response;
      }
      await admitUnrouted(context, options);
      if (match?.kind !== 'other-method') throw new DomainError('not_found', 'There is nothing at this address.');
      headers = { allow: match.allow.join(', ') };
      throw new DomainError('method_not_allowed', `This address takes ${match.allow.join(', ')}.`);
    } catch (error) {
      const answer = refuse(error, request, route?.endpoint, headers);
      const forPeople =
        route?.kind === 'page' || (route === undefined && !/^\/(api|files)(\/|$)/.test(exchangeOf(request).path));
      if (forPeople && (request.headers.accept ?? '').includes('text/html')) return showProblem(context, error, answer);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    }
  };

  const showProblem = async (context: Context, error: unknown, answer: ErrorAnswer): Promise<Response> => {
    const { requestId } = exchangeOf(context);
    const { 'content-type': _json, ...headers } = answer.headers;
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return options.errorPage(context, { status: answer.status, message: domainErrorOf(error).message, requestId });
  };

  // Who asks for which host decides nothing here, so nothing can be wrong with it.
  const throughHono = getRequestListener((request, env) => finishRoutes().fetch(request, env), {
    hostname: 'localhost',
    autoCleanupIncoming: false,
    errorHandler: (error) => {
      log.warn('request was not understood', { error });
      const answer = errorAnswer(
        new DomainError('bad_request', 'The address of the request is malformed.'),
        clock.now(),
      );
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
  });

  const answerBytes = async (
    request: IncomingMessage,
    response: ServerResponse,
    match: RouteMatch<Route>,
    protocol: NodeHandler | undefined,
  ): Promise<void> => {
    const endpoint = match.kind === 'found' ? match.route.endpoint : undefined;
    const { path, clientNetwork } = exchangeOf(request);
    let headers = noHeaders;
    try {
      if (path.startsWith('/files/')) await rateLimits.consume('files', clientNetwork);
      if (protocol !== undefined) return await protocol(request, response, {});
      if (match.kind === 'found' && match.route.kind === 'bytes')
        return await match.route.handle(request, response, match.params);
      if (match.kind !== 'other-method') throw new DomainError('not_found', 'There is nothing at this address.');
      headers = { allow: match.allow.join(', ') };
      throw new DomainError('method_not_allowed', `This address takes ${match.allow.join(', ')}.`);
    } catch (error) {
      // The client is gone: nobody is left to tell, and it was not our fault.
      if (response.destroyed && !(error instanceof DomainError)) return;
      const answer = refuse(error, request, endpoint, headers);
      if (response.headersSent) {
        // Too late for an answer: cutting the connection is the only way to tell that this is not all.
        response.destroy();
        return;
      }
      response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    }
  };

  /** HTTP/1.1 requires a Host, and Node's own answer to its absence has no body. */
  const refuseHostless: NodeHandler = async (request, response) => {
    const { path, clientNetwork } = exchangeOf(request);
    response.shouldKeepAlive = false;
    if (isApi(path)) await rateLimits.consume('api', clientNetwork, response);
    throw new DomainError('bad_request', 'The request has no Host header.');
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> => {
    const { path } = exchange;
    if (!exchange.hasHost) return answerBytes(request, response, { kind: 'unknown' }, refuseHostless);
    const location = elsewhere(request, request.url ?? '/');
    if (location !== undefined) {
      response.writeHead(308, { location }).end();
      return;
    }
    const underCors = cors !== undefined && /^\/(api|files)(\/|$)/.test(path);
    // Whatever refuses the request from here on, the answer has the headers.
    if (isApi(path)) await rateLimits.show('api', exchange.clientNetwork, response);
    if (underCors && cors.apply(request, response)) {
      response.writeHead(204).end();
      return;
    }
    const protocol = protocols.find((each) => path === each.path || path.startsWith(`${each.path}/`));
    if (protocol !== undefined) {
      exchange.route = protocol.path;
      return answerBytes(request, response, { kind: 'unknown' }, protocol.handle);
    }
    const match = table.match(request.method ?? 'GET', path);
    if (match.kind !== 'unknown') exchange.route = match.pattern;
    if (path.startsWith('/files/')) return answerBytes(request, response, match, undefined);
    (request as Routed)[routed] = match;
    return throughHono(request, response);
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = clock.now();
    const isContent = content !== undefined && request.headers.host?.toLowerCase() === content.host;
    request.url = withoutBase(request.url ?? '/', isContent ? contentPath : basePath);
    const hasHost = request.headers.host !== undefined || request.httpVersion !== '1.1';
    const exchange: Exchange = {
      hasHost,
      requestId: random.uuid(),
      clientNetwork: clientNetworkOf(request),
      origin: request.method === 'POST' ? originOf(request) : undefined,
      startedAt,
      path: pathOf(request.url),
      route: undefined,
      failure: undefined,
    };
    // Links are made from the base URL: what a request says of its host decides nothing from here on.
    request.headers.host = 'localhost';
    attachExchange(request, exchange);
    setDefaultHeaders(response, exchange.requestId);
    response.once('close', () => {
      logRequest(request, response, exchange);
      if (response.headersSent) answerCheck?.sent(exchange.route ?? 'no route', response);
    });
    const isClosed = isContent && !isReadingFiles(request.method, exchange.path);
    const answering = isClosed
      ? answerBytes(request, response, { kind: 'unknown' }, undefined)
      : answer(request, response, exchange);
    const done = answering.catch((error: unknown) => {
      log.error('request failed', { requestId: exchange.requestId, error });
      response.destroy();
    });
    work.add(done);
    void done.then(() => work.delete(done));
  };

  const logRequest = (request: IncomingMessage, response: ServerResponse, exchange: Exchange): void => {
    const durationMs = clock.now() - exchange.startedAt;
    countRequest(request, response, exchange, durationMs);
    const level =
      exchange.route === '/healthz' || exchange.route === '/readyz' || exchange.route === '/metrics' ? 'debug' : 'info';
    log[level](response.writableFinished ? 'request' : 'request cut off', {
      requestId: exchange.requestId,
      method: request.method ?? '',
      route: exchange.route ?? 'none',
      status: response.statusCode,
      durationMs,
      ...(exchange.accountId === undefined ? {} : { userId: exchange.accountId }),
      ...(exchange.failure === undefined ? {} : { code: exchange.failure }),
    });
  };

  const add = (endpoint: EndpointShape, mountedRoute: Route): void => {
    table.add(endpoint.method, endpoint.path, mountedRoute);
    routes.add(`${endpoint.method} ${endpoint.path}`);
    mounted.add(endpoint.id);
  };
  const router: Router = {
    mount: (endpoint, handle, mountOptions) =>
      add(endpoint, { kind: 'json', endpoint, handle: createJsonEndpoint(endpoint, handle, options, mountOptions) }),
    mountStreamed: (endpoint, handle) =>
      add(endpoint, {
        kind: 'json',
        endpoint,
        // The pieces take the answer's place: an endpoint that says it is streamed is answered so.
        handle: createJsonEndpoint<EndpointShape>(
          endpoint,
          async (request) => handle(request as never) as never,
          options,
        ),
      }),
    mountEvents: (endpoint, handle) =>
      add(endpoint, {
        kind: 'json',
        endpoint,
        handle: createJsonEndpoint<EndpointShape>(
          endpoint,
          async (request) => {
            await handle(request as never, (request.context.env as { outgoing: ServerResponse }).outgoing);
            return undefined;
          },
          options,
        ),
      }),
    mountBytes: (endpoint, handle) =>
      add(endpoint, { kind: 'bytes', endpoint, handle: createBytesHandler(endpoint, handle) }),
    mountBytesProtocol: (path, handle) => {
      routes.add(`* ${path}`);
      protocols.push({ path, handle: (request, response) => handle(request, response) });
    },
    page: (method, path, handle, pageOptions = {}) => {
      const pattern = path.replaceAll(/:(\w+)/g, '{$1}') as `/${string}`;
      routes.add(`${method} ${pattern}`);
      table.add(method, pattern, {
        kind: 'page',
        handle: async (context) => {
          await admitToPage(pageOptions.countsIn ?? pageBudgets[method], context, options);
          if (method === 'POST') requireOwnOrigin(incomingOf(context), baseUrl);
          return runPage(context, handle);
        },
      });
      hono.on(method, pattern.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => dispatch(context));
    },
  };

  return {
    router,
    mounted,
    routes,
    listener,
    countBroken: async (socket) => {
      const headers: Record<string, string> = {};
      const sink = {
        setHeader: (name: string, value: number) => (headers[name] = String(value)),
        removeHeader: (name: string) => delete headers[name],
      };
      // Refused or not, the answer is that the request was not understood.
      await rateLimits.consume('api', clientNetworkOf({ socket, headers: {} }), sink).catch((error: unknown) => {
        if (!isDomainError(error, 'rate_limited')) throw error;
      });
      return headers;
    },
    idle: async () => {
      while (work.size > 0) await Promise.allSettled(work);
    },
  };
}

/** A form is where passwords are tried, so posting one counts as signing in does. */
const pageBudgets = { GET: 'api', POST: 'sign-in' } as const;

async function runPage(context: Context, handle: HonoHandler): Promise<Response> {
  const response = await handle(context, () => Promise.resolve());
  if (!(response instanceof Response)) throw new Error('a page answers with a Response');
  return response;
}

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

const isReadingFiles = (method: string | undefined, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && path.startsWith('/files/');

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function withoutBase(url: string, basePath: string): string {
  // A backslash is no slash, whatever a URL parser further on makes of it.
  const plain = url.replaceAll('\\', '%5C');
  const target = plain.startsWith('/') ? plain : plain.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const relative = target.startsWith('/') ? target : `/${target}`;
  if (basePath === '' || !relative.startsWith(basePath)) return relative;
  const rest = relative.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : relative;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
