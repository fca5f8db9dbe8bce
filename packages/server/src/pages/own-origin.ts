import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'hono';
import { DomainError } from '../platform/errors.ts';

/**
 * Refuses a form that another site's page has posted. For forms before there is a session whose token could be asked
 * for: signing somebody in unasked is a trick, too.
 *
 * Every browser of the last years tells where a post comes from by one of the two headers; what sends neither is no
 * browser, and nobody's cookies ride along with it.
 */
export function requireOwnOrigin(context: Context, baseUrl: string): void {
  const [site, origin, host] = ['sec-fetch-site', 'origin', 'host'].map((name) => context.req.header(name));
  if (isOwnForm({ 'sec-fetch-site': site, origin, host }, baseUrl)) return;
  throw new DomainError('access_denied', 'This form came from another site. Open the page here and try again.');
}

export function isOwnForm(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || isOwn(origin, baseUrl, host);
}

/** The outside address, or whatever address the browser found this server at. */
function isOwn(origin: string, baseUrl: string, host: string | undefined): boolean {
  return origin === new URL(baseUrl).origin || (host !== undefined && URL.parse(origin)?.host === host);
}
