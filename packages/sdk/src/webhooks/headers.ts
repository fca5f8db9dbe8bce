/**
 * Headers of a delivery: `Headers`, a `Request`, Node's `req.headers` or `req`, or a plain object with names in any
 * case.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { text } from 'node:stream/consumers';
 * import { unwrap, type WebhookHeaders } from '@drive/sdk/webhooks';
 *
 * const read = (body: string, headers: WebhookHeaders) => unwrap(body, headers, process.env['DRIVE_WEBHOOK_SECRET']);
 * createServer(async (request, response) => {
 *   const event = await read(await text(request), request.headers);
 *   console.log(event.id);
 *   response.writeHead(204).end();
 * });
 * ```
 */
export type WebhookHeaders = HeadersLike | HeaderRecord | { readonly headers: HeadersLike | HeaderRecord };

interface HeadersLike {
  get(name: string): string | null;
}

interface HeaderRecord {
  readonly [name: string]: string | readonly string[] | undefined;
}

/** `name` in lower case. */
export function findHeader(headers: WebhookHeaders | null | undefined, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  if (isHeadersLike(headers)) return headers.get(name) ?? undefined;
  const { headers: inner } = headers;
  if (typeof inner === 'object' && !Array.isArray(inner)) return findHeader(inner as WebhookHeaders, name);
  const record = headers as HeaderRecord;
  const key = Object.keys(record).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : record[key];
  return typeof value === 'object' ? value.join(',') : value;
}

const isHeadersLike = (headers: object): headers is HeadersLike =>
  'get' in headers && typeof headers.get === 'function';
