import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors.ts';
import type { Caller } from './caller.ts';

/** What the modules that own keys and sessions tell of a credential; undefined where it is no good. */
export interface Credentials {
  findKeyCaller(rawKey: string): Promise<Caller | undefined>;
  /** `xsrfToken` is what a request that changes data must bring. */
  findSession(cookieToken: string): Promise<{ readonly caller: Caller; readonly xsrfToken: string } | undefined>;
}

const bearer = /^Bearer +(svc_.*)$/i;

/**
 * The API key a request bears. Only a token that begins with `svc_` is one; any other Authorization header is somebody
 * else's, a proxy's for instance.
 */
export function findRawKey(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : bearer.exec(header)?.[1]?.trim();
}

export function findSessionCookie(request: IncomingMessage): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const value = /(?:^|;)[ \t]*auth_token=([^;]*)/.exec(header)?.[1]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** A key is sent on purpose; a cookie goes along with whatever a foreign page makes the browser send. */
export function hasXsrf(request: IncomingMessage, xsrfToken: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  const given = Buffer.from(String(request.headers['x-xsrf-token'] ?? ''));
  const expected = Buffer.from(xsrfToken);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function requireXsrf(request: IncomingMessage, xsrfToken: string): void {
  if (!hasXsrf(request, xsrfToken))
    throw new DomainError(
      'access_denied',
      'This request changes data and came with a session: send the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
    );
}

export const authenticationRequired = (): DomainError =>
  new DomainError('authentication_required', 'Send an API key as "Authorization: Bearer svc_…", or sign in.');
