import type { IncomingMessage } from 'node:http';
import type { Clock } from '@drive/base';
import { limits } from '@drive/contract';
import {
  findHeadFault,
  type HeadFault,
  type HeadLimits,
  HttpServer,
  type ServerOptions as NodeServerOptions,
} from '@drive/node-http';
import { brokenAnswer } from './envelope.ts';
import { exchangeOf, outgoingOf } from './exchange.ts';
import { isApiPath, type Gate } from './middleware.ts';
import type { RateLimits } from './rate-tiers.ts';

/** Bytes of a URL: those of a path of the longest kind that the API takes. */
const headLimits: HeadLimits = { maxUrlBytes: limits.pathCharacters, maxHeaderBytes: 16 * 1024 };

export const headFaultOf = (request: IncomingMessage): HeadFault | undefined => findHeadFault(request, headLimits);

export type ServerOptions = Omit<NodeServerOptions, 'headLimits' | 'renderBroken'>;

/** Node's server with the limits of the API, and its envelope for requests that Node cannot parse. */
export const createHttpServer = (options: ServerOptions): HttpServer =>
  new HttpServer({ ...options, headLimits, renderBroken: brokenAnswer });

export const refuseFaultyHead =
  (rateLimits: RateLimits, clock: Clock): Gate =>
  (request) => {
    const { headFault } = exchangeOf(request);
    if (headFault === undefined) return undefined;
    return async (context) => {
      const exchange = exchangeOf(context);
      const { path, clientNetwork } = exchange;
      exchange.answersJson = true;
      exchange.failure = 'bad_request';
      const response = outgoingOf(context);
      response.shouldKeepAlive = false;
      if (path.startsWith('/files/')) await rateLimits.consume('files', clientNetwork);
      if (isApiPath(path)) await rateLimits.consume('api', clientNetwork, response);
      return context.newResponse(brokenAnswer(headFault, clock.now()), headFault.status, {
        'content-type': 'application/json',
      });
    };
  };

/** RFC 9110, 9.3.7: asks about the server, and about no resource. */
export const answerServerOptions =
  (methods: () => ReadonlySet<string>): Gate =>
  (request) => {
    if (request.method !== 'OPTIONS' || exchangeOf(request).path !== '*') return undefined;
    return (context) => context.body(null, 204, { allow: [...methods()].toSorted().join(', ') });
  };
