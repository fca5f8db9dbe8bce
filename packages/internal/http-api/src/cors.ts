import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { exchangeOf, incomingOf, outgoingOf, type Exchange } from './exchange.ts';
import { isApiPath, type Gate } from './middleware.ts';
import type { RateLimits } from './rate-tiers.ts';

const exposed =
  'Content-Disposition, Content-Range, ETag, Location, Retry-After, X-File-Id, X-Request-Id, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
  'Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, ' +
  'Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset';
const requestable =
  'Authorization, Content-Digest, Content-MD5, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, ' +
  'If-Unmodified-Since, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, OC-Checksum, Range, Repr-Digest, ' +
  'Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset, X-HTTP-Method-Override, ' +
  'X-Drive-Metadata, X-Drive-Tags, X-OC-Mtime, X-Requested-With, X-Request-Id, X-Share-Recipient, X-Share-Ticket, X-Share-Unlock, X-Share-Visitor, X-Upload-Grant';

/**
 * Lets browsers of the configured origins call the API and send bytes, with a key and never with cookies. undefined if
 * no origin is allowed.
 */
export function corsFor(origins: readonly string[], rateLimits: RateLimits): MiddlewareHandler | undefined {
  if (origins.length === 0) return undefined;
  const allowed = new Set(origins);
  return async (context, next) => {
    const request = incomingOf(context);
    const response = outgoingOf(context);
    if (isPublicFile(exchangeOf(request).path)) return next();
    response.setHeader('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', exposed);
    if (!isPreflight(request)) return next();
    const { path, clientNetwork } = exchangeOf(request);
    if (isApiPath(path)) await rateLimits.show('api', clientNetwork, response);
    return context.body(null, 204, granted);
  };
}

/** The URLs of one upload, in whose path the id of its session is the only credential. */
const uploadUrl = /^\/files\/(?:uploads|tus)\/[^/]+$/;

/** The URLs of files that are open to everybody. */
const isPublicFile = (path: string): boolean => path.startsWith('/files/public/');

/** The URLs that reserve an upload by the token of an upload grant, which may name the origins that it is for. */
const reservingUrl = /^\/(?:files\/tus|api\/public\/grants\/uploads)$/;

/**
 * Whether pages of every origin may call the URL. With an API key only those of the configured origins may reserve an upload: their
 * middleware answers a preflight that names its header.
 */
const isOpen = (request: IncomingMessage, path: string): boolean =>
  isPublicFile(path) || uploadUrl.test(path) || (reservingUrl.test(path) && !bearsKey(request));

const bearsKey = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined ||
  /(?:^|,)\s*authorization\s*(?:,|$)/i.test(headers['access-control-request-headers'] ?? '');

/**
 * Lets pages of every origin read the answer, if its URL is open to them. Caches keep one answer of a public file for all, so that it
 * has the headers whoever asks.
 */
export function openToAllOrigins(request: IncomingMessage, { path }: Exchange, response: ServerResponse): void {
  if (request.headers.origin === undefined ? !isPublicFile(path) : !isOpen(request, path)) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', exposed);
  // Pages that isolate themselves show only images that say so.
  if (isPublicFile(path)) response.setHeader('cross-origin-resource-policy', 'cross-origin');
}

/** Lets pages of every origin send bytes to the URL of an upload, reserve one by a grant, and ask for a public file on conditions. */
export const admitToOpenUrl: Gate = (request) =>
  isPreflight(request) && isOpen(request, exchangeOf(request).path)
    ? (context) => context.body(null, 204, granted)
    : undefined;

/** Explains to the developer of a page of another origin why it may not call a URL; undefined for any other request. */
export function refusalOfOrigin(request: IncomingMessage): string | undefined {
  const { path } = exchangeOf(request);
  if (!isPreflight(request) || !(isApiPath(path) || path.startsWith('/files/'))) return undefined;
  const origin = request.headers.origin?.slice(0, maxOriginCharacters);
  return `Pages of ${origin} may not call this URL: DRIVE_CORS_ORIGINS of this server does not name their origin.`;
}

/** A host name has at most 253. */
const maxOriginCharacters = 300;

/** Whether a browser asks for a page of another origin what it may send. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

const granted = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': requestable,
  'access-control-max-age': '7200',
};
