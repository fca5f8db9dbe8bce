import type { IncomingMessage } from 'node:http';
import { limits, type ErrorCode } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../errors.ts';

/** What is known of a request from its first moment on, whichever way it takes. */
export interface Exchange {
  readonly requestId: string;
  /** The client's address as far as trusted proxies tell it; IPv6 by its /64. What limits count by. */
  readonly clientNetwork: string;
  /** The origin that a POST was addressed to, as far as trusted proxies tell it; undefined if it names no host. */
  readonly origin: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Below the base URL's path, without the query, percent-encoded as it came. */
  readonly path: string;
  /** Path pattern of the route that took it: what the log may show. */
  route: string | undefined;
  /** Who it came from, as users.id, where that is known. */
  accountId?: string | undefined;
  /** HTTP/1.1 requires one. */
  readonly hasHost: boolean;
  /** Why it was refused. */
  failure: ErrorCode | undefined;
}

const exchangeKey = Symbol('exchange');
type Marked = IncomingMessage & { [exchangeKey]?: Exchange };

export function attachExchange(request: IncomingMessage, exchange: Exchange): void {
  (request as Marked)[exchangeKey] = exchange;
}

/** Of a request, or of the Hono context of a page or a JSON endpoint. */
export function exchangeOf(of: IncomingMessage | Context): Exchange {
  const request: Marked = 'env' in of ? incomingOf(of) : of;
  const exchange = request[exchangeKey];
  if (exchange === undefined) throw new Error('this request did not come through the HTTP listener');
  return exchange;
}

/** Node's own request behind a Hono context. */
export const incomingOf = (context: Context): IncomingMessage =>
  (context.env as { incoming: IncomingMessage }).incoming;

/** A header that is parsed; `bad_request` if it is longer than any valid one. The values of a repeated header are joined. */
export function findHeader(request: IncomingMessage, name: string): string | undefined {
  const header = request.headers[name];
  if (header === undefined) return undefined;
  const text = Array.isArray(header) ? header.join(',') : header;
  if (text.length <= limits.parsedHeaderBytes) return text;
  throw new DomainError('bad_request', `${name} may have at most ${limits.parsedHeaderBytes} bytes.`);
}
