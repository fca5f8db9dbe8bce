import type { IncomingMessage } from 'node:http';
import type { Clock } from '@drive/base';
import { limits } from '@drive/contract';
import { brokenAnswer, type HeadFault } from './envelope.ts';
import { exchangeOf, outgoingOf } from './exchange.ts';
import { isApiPath, type Gate } from './middleware.ts';
import type { RateLimits } from './rate-tiers.ts';

/** Bytes of a URL: a path of the longest kind that the API takes. */
const maxUrlBytes = limits.pathCharacters;
const maxHeaderBytes = 16 * 1024;
/** Bytes up to which Node parses a head, so that one part that is too long can be told from the other. */
export const maxHeadBytes = maxUrlBytes + maxHeaderBytes;

/** A request that Node's parser accepted and HTTP forbids. */
export function findHeadFault({ rawHeaders, url = '', headers, httpVersion }: IncomingMessage): HeadFault | undefined {
  if (url.length > maxUrlBytes) return uriTooLong;
  let bytes = 0;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    // Name, colon, space, value and line end.
    bytes += name.length + rawHeaders[at + 1]!.length + 4;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (bytes > maxHeaderBytes) return headersTooLarge;
  if (hosts > 1) return { status: 400, message: 'The request has more than one Host header.' };
  if (httpVersion !== '1.1') return undefined;
  // "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header field"
  // (RFC 9112, 3.2). Node's own answer has no body.
  if (hosts === 0) return { status: 400, message: 'The request has no Host header.' };
  if (headers.expect === undefined || continues.test(headers.expect)) return undefined;
  return { status: 417, message: 'Of the expectations, only 100-continue can be met.' };
}

/** As Node decides which requests wait for 100 Continue. */
const continues = /(?:^|\W)100-continue(?:$|\W)/i;

const uriTooLong: HeadFault = { status: 414, message: `The URL may have at most ${maxUrlBytes} bytes.` };
const headersTooLarge: HeadFault = {
  status: 431,
  message: `The headers of the request may have at most ${maxHeaderBytes} bytes.`,
};

/**
 * Which part of a head is too long that Node did not parse. `packet` is the last one that arrived: a URL that arrived in several is not
 * recognized.
 */
export function overflowFaultOf(packet: Buffer | undefined): HeadFault {
  const line = packet?.indexOf('\r\n') ?? 0;
  const isUrl =
    packet !== undefined &&
    (line === -1 || line > maxUrlBytes) &&
    /^[A-Z]+ \S*$/.test(packet.toString('latin1', 0, 200));
  return isUrl ? uriTooLong : headersTooLarge;
}

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
      const { status, message } = headFault;
      return context.newResponse(brokenAnswer(status, message, clock.now()), status, {
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
