import type { IncomingMessage } from 'node:http';

/** Why the head of a request is refused before it is handled. */
export interface HeadFault {
  readonly status: 400 | 408 | 414 | 417 | 431;
  readonly message: string;
}

export interface HeadLimits {
  readonly maxUrlBytes: number;
  readonly maxHeaderBytes: number;
}

/** Bytes up to which Node parses a head, so that one part that is too long can be told from the other. */
export const maxHeadBytesOf = ({ maxUrlBytes, maxHeaderBytes }: HeadLimits): number => maxUrlBytes + maxHeaderBytes;

/** A request that Node's parser accepted and HTTP forbids. */
export function findHeadFault(
  { rawHeaders, url = '', headers, httpVersion }: IncomingMessage,
  limits: HeadLimits,
): HeadFault | undefined {
  if (url.length > limits.maxUrlBytes) return uriTooLong(limits);
  let bytes = 0;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    // Name, colon, space, value and line end.
    bytes += name.length + rawHeaders[at + 1]!.length + 4;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (bytes > limits.maxHeaderBytes) return headersTooLarge(limits);
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

const uriTooLong = ({ maxUrlBytes }: HeadLimits): HeadFault => ({
  status: 414,
  message: `The URL may have at most ${maxUrlBytes} bytes.`,
});
const headersTooLarge = ({ maxHeaderBytes }: HeadLimits): HeadFault => ({
  status: 431,
  message: `The headers of the request may have at most ${maxHeaderBytes} bytes.`,
});

/**
 * Which part of a head is too long that Node did not parse. `packet` is the last one that arrived: a URL that arrived in several is not
 * recognized.
 */
export function overflowFaultOf(packet: Buffer | undefined, limits: HeadLimits): HeadFault {
  const line = packet?.indexOf('\r\n') ?? 0;
  const isUrl =
    packet !== undefined &&
    (line === -1 || line > limits.maxUrlBytes) &&
    /^[A-Z]+ \S*$/.test(packet.toString('latin1', 0, 200));
  return isUrl ? uriTooLong(limits) : headersTooLarge(limits);
}
