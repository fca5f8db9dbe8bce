import type { IncomingMessage } from 'node:http';
import type { BaseUrl, Log } from '@drive/base';
import { protocolOf } from '@drive/node-http';

export interface ForwardingOptions {
  readonly baseUrl: BaseUrl;
  readonly isFromProxy: (request: IncomingMessage) => boolean;
  readonly log: Log;
}

const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a program of this machine sent the request, and no proxy passed it on. A proxy that says nothing looks like one. */
export const isFromThisMachine = (request: IncomingMessage): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
  forwarded.every((name) => request.headers[name] === undefined);

/** Paths for programs: a redirect would come too late for the key they sent, and probes follow none. */
const forPrograms = /^\/(api|dav|dav-all|scim|mcp|files|healthz|readyz|metrics)(\/|$)/;

/**
 * Returns a function that reads how a visitor reached the proxies, and returns the redirect target for a page requested
 * by http while the base URL has https: passwords typed there would be sent unencrypted, and Secure cookies would not
 * come back. undefined: answer the request.
 *
 * Only trusted proxies are read. Of several proxies, one that says https is enough: the connection between proxies is
 * often http. A mismatch with the settings is logged once.
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
      warnOnce('forwarding headers from an address that is not a trusted proxy are ignored', 'DRIVE_TRUSTED_PROXIES');
      return undefined;
    }
    const protocol = protocolOf(forwardedProto);
    if (protocol === undefined || protocol === outside) return undefined;
    warnOnce(`visitors use ${protocol}, but the base URL is ${outside}`, 'DRIVE_BASE_URL');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return protocol === 'http' && isRead && !forPrograms.test(path.split('?', 1)[0] ?? '')
      ? baseUrl.link(path)
      : undefined;
  };
}

/** Methods whose requests name origins, which are compared with that of the request: by `Origin`, `Destination` or `If`. */
export const namesOrigins: ReadonlySet<string> = new Set([
  'POST',
  'PUT',
  'DELETE',
  'COPY',
  'MOVE',
  'LOCK',
  'MKCOL',
  'PROPPATCH',
]);
