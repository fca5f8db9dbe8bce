import type { IncomingMessage, ServerResponse } from 'node:http';

/** What pages and downloads may replace with something that fits them. */
const defaults: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"],
  // Addresses hold tokens: other sites learn none of them.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cache-control', 'no-store'],
  // Only a page that is meant for everybody says otherwise.
  ['x-robots-tag', 'noindex, nofollow'],
];

export function setDefaultHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of defaults) response.setHeader(name, value);
}

const exposed =
  'Content-Disposition, Content-Range, ETag, Location, Retry-After, X-Request-Id, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
  'Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, ' +
  'Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset';
const requestable =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range, Repr-Digest, ' +
  'Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset, X-HTTP-Method-Override, ' +
  'X-Requested-With, X-Request-Id, X-Share-Recipient, X-Share-Unlock, X-Share-Visitor';

/** Lets browsers of the configured origins call the API and send bytes, with a key and never with cookies. */
export interface Cors {
  /** Sets what the answer needs. True: the request was a preflight, and all there is to answer is 204. */
  apply(request: IncomingMessage, response: ServerResponse): boolean;
}

/** undefined where no origin is allowed. */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const allowed = new Set(origins);
  return {
    apply(request, response) {
      response.setHeader('vary', 'Origin');
      const origin = request.headers.origin;
      if (origin === undefined || !allowed.has(origin)) return false;
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-expose-headers', exposed);
      if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
      response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
      response.setHeader('access-control-allow-headers', requestable);
      response.setHeader('access-control-max-age', '7200');
      return true;
    },
  };
}
