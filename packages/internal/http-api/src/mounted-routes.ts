import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, DomainError, onBehalfOf, requireScope, scopeOfMethod } from '@drive/access';
import type { BaseUrl } from '@drive/base';
import type { EndpointShape, KeyScope } from '@drive/contract';
import { encodePage } from '@drive/node-http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Handler, Hono } from 'hono';
import { admitByKey, admitToBytes, admitToPage, admitWithToken, requireBytesCaller } from './endpoints/admission.ts';
import { createBytesHandler } from './endpoints/bytes-endpoint.ts';
import { createJsonHandler, type JsonDeps } from './endpoints/json-endpoint.ts';
import type { BytesExchange, MountOptions, RequestOf, Router } from './endpoints/router.ts';
import { Routes } from './endpoints/routes.ts';
import { exchangeOf, incomingOf, outgoingOf } from './exchange.ts';
import { requireListedOrigin, requireOwnOrigin } from './own-origin.ts';
import { withRequestOfPage } from './page-request.ts';

/** The data of a failed route for `onError`. */
interface Route {
  readonly kind: 'json' | 'page' | 'bytes';
  readonly endpoint?: EndpointShape;
}
export type Env = { Bindings: HttpBindings; Variables: { route: Route } };

type Answering = (context: Context<Env>) => Promise<Response>;
type JsonHandle = Parameters<typeof createJsonHandler<EndpointShape>>[1];
type RouterMethod<Name extends keyof Router> = Parameters<Router[Name]>;

export interface MountedRoutesDeps extends JsonDeps {
  readonly baseUrl: BaseUrl;
  /** Origins whose pages may call. */
  readonly corsOrigins: readonly string[];
  /** Whether the server cannot work at the moment, and others can. */
  readonly isCutOff: () => boolean;
}

/** Posting a form counts as signing in, because forms are where passwords are tried. */
const pageBudgets = {
  GET: 'api',
  POST: 'sign-in',
  PUT: 'sign-in',
  PATCH: 'sign-in',
  DELETE: 'sign-in',
  OPTIONS: 'api',
} as const;

/** Collects what modules mount: protocols directly in the Hono app, everything else in `routes`, which are sorted later. */
export class MountedRoutes implements Router {
  readonly routes = new Routes<Handler<Env>>();
  /** Ids of the endpoints mounted so far. */
  readonly mounted = new Set<string>();
  readonly #deps: MountedRoutesDeps;
  readonly #app: Hono<Env>;

  constructor(deps: MountedRoutesDeps, app: Hono<Env>) {
    this.#deps = deps;
    this.#app = app;
  }

  mount<const E extends EndpointShape>(
    endpoint: E,
    handle: Parameters<typeof createJsonHandler<E>>[1],
    options?: MountOptions<E>,
  ): void {
    this.#add(endpoint, 'json', createJsonHandler(endpoint, handle, this.#deps, options));
  }

  mountStreamed<const E extends EndpointShape & { readonly streamed: true }>(
    endpoint: E,
    handle: (request: RequestOf<E>) => AsyncIterable<unknown>,
  ): void {
    // The pieces replace the response, as the handler of a streamed endpoint expects.
    this.#addJson(endpoint, async (request) => handle(request as never) as never);
  }

  mountEvents<const E extends EndpointShape & { readonly transport: 'events' }>(
    endpoint: E,
    handle: (request: RequestOf<E>, response: ServerResponse) => Promise<void>,
  ): void {
    this.#addJson(endpoint, (request) => handle(request as never, outgoingOf(request.context)));
  }

  mountBytes<const E extends EndpointShape, Signed = undefined>(
    endpoint: E,
    handle: (exchange: BytesExchange<E, Signed>) => Promise<void>,
    readToken?: (token: string) => Signed | undefined,
  ): void {
    this.#add(endpoint, 'bytes', withBytes(createBytesHandler(endpoint, handle, readToken, this.#deps)));
  }

  mountBytesProtocol(...[path, handle]: RouterMethod<'mountBytesProtocol'>): void {
    this.#addProtocol(path, async (request, response) => {
      const caller = await admitToBytes(request, this.#deps);
      const requireKey = (scope: KeyScope): Caller => {
        requireBytesCaller(caller, { scope });
        return caller;
      };
      await onBehalfOf(caller, () => handle(request, response, requireKey));
    });
  }

  mountKeyProtocol(...[path, handle]: RouterMethod<'mountKeyProtocol'>): void {
    this.#addProtocol(path, async (request, response) => {
      const caller = await admitToBytes(request, this.#deps, { orPassword: true });
      if (caller === undefined && request.method !== 'OPTIONS') {
        exchangeOf(request).challenge = 'Basic realm="Drive", charset="UTF-8"';
        throw new DomainError('authentication_required', 'Send an API key as the password; any user name will do.');
      }
      if (caller !== undefined) requireScope(caller, scopeOfMethod(request.method));
      await onBehalfOf(caller, () => handle(request, response, caller), 'webdav');
    });
  }

  mountCallProtocol(...[path, handle]: RouterMethod<'mountCallProtocol'>): void {
    const { corsOrigins, baseUrl } = this.#deps;
    this.#addProtocol(
      path,
      async (request, response, context) => {
        const caller = await admitByKey(context, this.#deps);
        requireListedOrigin(request, baseUrl.href, corsOrigins);
        await onBehalfOf(caller, () => handle(request, response, caller));
      },
      { isOnePath: true },
    );
  }

  page(...[method, path, handle, options = {}]: RouterMethod<'page'>): void {
    const { countsIn = pageBudgets[method], catchAll = false, bearer } = options;
    const pattern = path.replaceAll(/:(\w+)/g, '{$1}') as `/${string}`;
    const answer: Answering = async (context) => {
      if (bearer === undefined) await admitToPage(countsIn, context, this.#deps);
      else await admitWithToken(bearer, context, this.#deps);
      if (method === 'POST') requireOwnOrigin(incomingOf(context), this.#deps.baseUrl.href);
      const response: unknown = await withRequestOfPage(incomingOf(context), () => handle(context, async () => {}));
      if (response === RESPONSE_ALREADY_SENT) return RESPONSE_ALREADY_SENT;
      if (response instanceof Response) return encodePage(incomingOf(context), outgoingOf(context), response);
      throw new Error(`${method} ${pattern} returned no Response`);
    };
    this.routes.add(method, pattern, withRoute(pattern, { kind: 'page' }, answer), { catchAll });
  }

  #addJson(endpoint: EndpointShape, handle: JsonHandle): void {
    this.#add(endpoint, 'json', createJsonHandler<EndpointShape>(endpoint, handle, this.#deps));
  }

  #add(endpoint: EndpointShape, kind: Route['kind'], handle: Answering): void {
    const { method, path } = endpoint;
    this.routes.add(method, path, withRoute(path, { kind, endpoint }, handle), endpoint);
    this.mounted.add(endpoint.id);
  }

  #addProtocol(
    path: `/${string}`,
    handle: (request: IncomingMessage, response: ServerResponse, context: Context<Env>) => Promise<void>,
    { isOnePath = false }: { readonly isOnePath?: boolean } = {},
  ): void {
    this.#app.all(isOnePath ? path : `${path}/*`, withRoute(path, { kind: 'bytes' }, withBytes(handle)));
    this.routes.names.add(`* ${path}`);
  }
}

/** Runs the handler with its route on record, for the log and for `onError`. */
function withRoute(pattern: string, route: Route, handle: Answering): Handler<Env> {
  return (context) => {
    exchangeOf(context).route = pattern;
    context.set('route', route);
    return handle(context);
  };
}

function withBytes(
  handle: (request: IncomingMessage, response: ServerResponse, context: Context<Env>) => Promise<void>,
): Answering {
  return async (context) => {
    const { incoming, outgoing } = context.env;
    await handle(incoming, outgoing, context);
    return RESPONSE_ALREADY_SENT;
  };
}
