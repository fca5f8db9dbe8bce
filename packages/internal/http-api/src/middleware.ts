import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@drive/access';
import type { BaseUrl, Log } from '@drive/base';
import type { Handler } from 'hono';
import { exchangeOf } from './exchange.ts';
import { createForwarding } from './forwarding.ts';
import type { RateLimits } from './rate-tiers.ts';

/**
 * With `cors.ts`, replaces Hono's own middleware: `secureHeaders`, `cors` and `requestId` write on Hono's response,
 * through which bytes do not pass; `bodyLimit` reads a body through a web stream and before the caller is known; `csrf` refuses requests
 * that the rules of `own-origin.ts` accept.
 */

/**
 * Answers a request before routing; undefined to continue. Not a Hono middleware, because a route without middleware is
 * called directly: a chain of three costs a tenth of a small download.
 */
export type Gate = (request: IncomingMessage) => Handler | undefined;

/** At DRIVE_CONTENT_URL only reading bytes is allowed. */
export const refuseBelowContentUrl =
  (rateLimits: RateLimits): Gate =>
  (request) => {
    const { isContentHost, path } = exchangeOf(request);
    if (!isContentHost) return undefined;
    const isBelowFiles = path.startsWith('/files/');
    if (isBelowFiles && (request.method === 'GET' || request.method === 'HEAD')) return undefined;
    // A page of another site asks first whether it may send a condition.
    if (request.method === 'OPTIONS' && path.startsWith('/files/public/')) return undefined;
    return async (context) => {
      const exchange = exchangeOf(context);
      exchange.answersJson = true;
      if (isBelowFiles) await rateLimits.consume('files', exchange.clientNetwork);
      throw new DomainError('not_found', 'There is nothing at this URL.');
    };
  };

/** Ask about this server itself, whether or not it can work. */
const ownPaths: ReadonlySet<string> = new Set(['/healthz', '/metrics']);

/**
 * Answers 503 at once while the server is cut off from what it works with. Waiting for that would take until a time-out; a load
 * balancer sends the request elsewhere instead.
 */
export const refuseWhileCutOff =
  (isCutOff: () => boolean): Gate =>
  (request) => {
    if (!isCutOff()) return undefined;
    const exchange = exchangeOf(request);
    if (ownPaths.has(exchange.path)) return undefined;
    return () => {
      // The headers about its rate would be read from the database.
      exchange.isCounted = true;
      throw new DomainError('unavailable', 'This server does not reach its database. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    };
  };

export function redirectToHttps(baseUrl: BaseUrl, isFromProxy: (request: IncomingMessage) => boolean, log: Log): Gate {
  const elsewhere = createForwarding({ baseUrl, isFromProxy, log });
  return (request) => {
    const location = elsewhere(request, request.url ?? '/');
    return location === undefined ? undefined : (context) => context.body(null, 308, { location });
  };
}

export const isApiPath = (path: string): boolean => path.startsWith('/api') && (path.length === 4 || path[4] === '/');

/** Headers that pages and downloads may replace. */
const defaults: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"],
  // URLs contain tokens, which other sites must not learn.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  // No page uses them, and no content of a user may.
  [
    'permissions-policy',
    ['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer']
      .concat(['microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'])
      .map((feature) => `${feature}=()`)
      .join(', '),
  ],
  ['cache-control', 'no-store'],
  // Replaced only by pages that are public.
  ['x-robots-tag', 'noindex, nofollow'],
];

/** Makes browsers use https only, for a year; of no effect over http. Set if the base URL is https. */
export const transportSecurity = ['strict-transport-security', 'max-age=31536000'] as const;

export function setDefaultHeaders(response: ServerResponse, requestId: string, baseUrl: BaseUrl): void {
  response.setHeader('x-request-id', requestId);
  if (baseUrl.isSecure) response.setHeader(...transportSecurity);
  for (const [name, value] of defaults) response.setHeader(name, value);
}
