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
  const site = context.req.header('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = context.req.header('origin');
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && isOwn(origin, baseUrl, context.req.header('host'))) return;
  throw new DomainError('access_denied', 'This form came from another site. Open the page here and try again.');
}

/** The outside address, or whatever address the browser found this server at. */
function isOwn(origin: string, baseUrl: string, host: string | undefined): boolean {
  return origin === new URL(baseUrl).origin || (host !== undefined && URL.parse(origin)?.host === host);
}
