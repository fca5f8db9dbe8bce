import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { DomainError } from '@drive/access';
import type { LogFields } from '@drive/base';
import type { Instance } from '@drive/branding';
import { limits, type ErrorCode } from '@drive/contract';
import { sendPieces, type Fill, type HeadFault } from '@drive/node-http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/** Data of a request before Hono routes it, and for its log line. */
export interface Exchange {
  readonly requestId: string;
  /** For rendered pages. */
  readonly instance: Instance;
  /** The client's IP address, read through trusted proxies, for the log. */
  readonly clientIp: string;
  /** Network of the client, for limits: the address, or the /64 of an IPv6 address. */
  readonly clientNetwork: string;
  /**
   * The origin to which a request that changes data was sent, read through trusted proxies; undefined if it names no
   * host.
   */
  readonly origin: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Below the base URL's path, without the query, percent-encoded as received; routes match it. `*`: the server itself. */
  readonly path: string;
  /** The request is refused before routing. */
  readonly headFault: HeadFault | undefined;
  /** Sent to the host of DRIVE_CONTENT_URL. */
  readonly isContentHost: boolean;
  /** An error is answered as JSON even if the client accepts HTML. */
  answersJson: boolean;
  /** Counted in a rate tier, whose headers the answer has. */
  isCounted: boolean;
  /** Path pattern of the route: all that the log may show of the path. */
  route: string | undefined;
  /** users.id of the caller, if known. */
  accountId: string | undefined;
  /** Why the request was refused. */
  failure: ErrorCode | undefined;
  /** Value of WWW-Authenticate in a 401 response, instead of `Bearer`. */
  challenge: string | undefined;
}

const exchangeKey = Symbol('exchange');
type Marked = IncomingMessage & { [exchangeKey]?: Exchange };

export function attachExchange(request: IncomingMessage, exchange: Exchange): void {
  (request as Marked)[exchangeKey] = exchange;
}

/** The exchange of a request, or of the Hono context of a page or a JSON endpoint. */
export function exchangeOf(of: IncomingMessage | Context): Exchange {
  const request: Marked = 'env' in of ? incomingOf(of) : of;
  const exchange = request[exchangeKey];
  if (exchange === undefined) throw new Error('this request did not come through the HTTP listener');
  return exchange;
}

/** The fields that identify a request in the log. */
export const logFieldsOf = ({ method = '' }: IncomingMessage, { requestId, accountId }: Exchange): LogFields => ({
  requestId,
  method,
  ...(accountId === undefined ? {} : { userId: accountId }),
});

/** Node's request of a Hono context. */
export const incomingOf = (context: Context): IncomingMessage =>
  (context.env as { incoming: IncomingMessage }).incoming;

/** Node's response of a Hono context. Headers set on it are part of every response. */
export const outgoingOf = (context: Context): ServerResponse => (context.env as { outgoing: ServerResponse }).outgoing;

/** Answers the request of a page with bytes: 200, these headers and the bytes of `fill`, like `sendPieces`. */
export async function answerInPieces(context: Context, headers: OutgoingHttpHeaders, fill: Fill): Promise<Response> {
  const response = outgoingOf(context);
  if (incomingOf(context).method === 'HEAD') response.writeHead(200, headers).end();
  else await sendPieces(response, fill, () => void response.writeHead(200, headers));
  return RESPONSE_ALREADY_SENT;
}

/** A header that is parsed; `bad_request` if it is longer than any valid one. The values of a repeated header are joined. */
export function findHeader(request: IncomingMessage, name: string): string | undefined {
  const header = request.headers[name];
  if (header === undefined) return undefined;
  const text = Array.isArray(header) ? header.join(',') : header;
  if (text.length <= limits.parsedHeaderBytes) return text;
  throw new DomainError('bad_request', `${name} may have at most ${limits.parsedHeaderBytes} bytes.`);
}

/** The path and query of a URL below the path of the base URL. */
export function withoutBase(url: string, basePath: string): string {
  // A backslash is no slash, although URL parsers read it as one.
  const plain = url.replaceAll('\\', '%5C');
  const target = plain.startsWith('/') ? plain : plain.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const relative = target.startsWith('/') ? target : `/${target}`;
  if (basePath === '' || !relative.startsWith(basePath)) return relative;
  const rest = relative.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : relative;
}
