import type { IncomingMessage } from 'node:http';
import type { BaseUrl } from '../base-url.ts';
import type { Log } from '../log.ts';

export interface ForwardingOptions {
  readonly baseUrl: BaseUrl;
  readonly isFromProxy: (request: IncomingMessage) => boolean;
  readonly log: Log;
}

/** What programs ask for: a redirect would come too late for the key they sent, and probes follow none. */
const forPrograms = /^\/(api|files|healthz|readyz|metrics)(\/|$)/;

/**
 * Reads what proxies say of how a visitor reached them. Answers where to send one who asks for a page by http while the
 * outside address is https: passwords typed there would go unencrypted, and the cookies for https only would not come back.
 * undefined: answer the request.
 *
 * Only trusted proxies are believed. Of several that wrote one after the other, one that says https is enough: the way
 * from one proxy to the next is often http. What does not fit the settings is said once in the log.
 */
export function createForwarding({ baseUrl, isFromProxy, log }: ForwardingOptions) {
  const outside = baseUrl.isSecure ? 'https' : 'http';
  const warned = new Set<string>();
  const warnOnce = (event: string, setting: string): void => {
    if (warned.has(event)) return;
    warned.add(event);
    log.warn(event, { setting });
  };

  /** `path` is below the base URL's path, with the query. */
  return (request: IncomingMessage, path: string): string | undefined => {
    const { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': forwardedProto } = request.headers;
    if (forwardedFor === undefined && forwardedProto === undefined) return undefined;
    if (!isFromProxy(request)) {
      warnOnce('what an address that is no trusted proxy says of its visitors is ignored', 'DRIVE_TRUSTED_PROXIES');
      return undefined;
    }
    const protocol = protocolOf(forwardedProto);
    if (protocol === undefined || protocol === outside) return undefined;
    warnOnce(`visitors come by ${protocol}, and the outside address is ${outside}`, 'DRIVE_BASE_URL');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return protocol === 'http' && isRead && !forPrograms.test(path.split('?', 1)[0] ?? '')
      ? baseUrl.link(path)
      : undefined;
  };
}

/** Host names and addresses with a port, and nothing that a URL parser would read as something else. */
const plainHost = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The origin that a request was addressed to: by its `Host`, or by what a trusted proxy says of it. Of several proxies
 * the nearest one's word counts, because what stands left of it the client may have made up.
 */
export function createOriginOf(isFromProxy: (request: IncomingMessage) => boolean) {
  return (request: IncomingMessage): string | undefined => {
    const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': forwardedProto } = request.headers;
    const trusted = (forwardedHost !== undefined || forwardedProto !== undefined) && isFromProxy(request);
    const named = trusted && forwardedHost !== undefined ? lastOf(forwardedHost) : host;
    if (named === undefined || !plainHost.test(named)) return undefined;
    const protocol = (trusted ? protocolOf(forwardedProto) : undefined) ?? 'http';
    return URL.parse(`${protocol}://${named}`)?.origin;
  };
}

const lastOf = (header: string | string[]): string | undefined => [header].flat().join(',').split(',').at(-1)?.trim();

function protocolOf(header: string | string[] | undefined): 'http' | 'https' | undefined {
  const said = [header ?? ''].flat().flatMap((value) => value.split(',').map((each) => each.trim().toLowerCase()));
  if (said.includes('https')) return 'https';
  return said.includes('http') ? 'http' : undefined;
}
