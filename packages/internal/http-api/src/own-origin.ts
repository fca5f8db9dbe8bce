import type { IncomingMessage } from 'node:http';
import { DomainError } from '@drive/access';
import { exchangeOf } from './exchange.ts';

/**
 * Refuses a cross-site form, with or without a session, because signing a user in by a foreign page is an attack, too.
 * `docs/operating.md` states the rule.
 *
 * `Sec-Fetch-Site` decides if it is present: no page can set it, but browsers send it over https and to localhost only.
 * Otherwise `Origin`, and otherwise `Referer`, must be the base URL's origin or the one to which this request was sent.
 * An origin `null` (a sandboxed frame, a redirect by another site) is refused. A request with none of the three comes
 * from no browser, so no user's cookies are sent with it.
 *
 * A name that another site points at this server (DNS rebinding) is the origin to which the request was sent, and is
 * accepted: browsers treat it as that other site, so they send no cookie of this server.
 */
export function requireOwnOrigin(request: IncomingMessage, baseUrl: string): void {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site === undefined ? isOwn(origin ?? refererOrigin(referer), request, baseUrl) : isSameOrigin(site)) return;
  throw new DomainError('access_denied', 'This form came from another site. Open the page here and try again.');
}

/** Refuses pages of other origins than this server and those listed, although their visitors have given them a key. */
export function requireListedOrigin(request: IncomingMessage, baseUrl: string, listed: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || listed.includes(origin) || isOwn(origin, request, baseUrl)) return;
  throw new DomainError(
    'access_denied',
    'Pages of this origin may not call this URL: DRIVE_CORS_ORIGINS of this server does not name it.',
  );
}

const isSameOrigin = (site: string | string[]): boolean => site === 'same-origin' || site === 'none';

const isOwn = (origin: string | undefined, request: IncomingMessage, baseUrl: string): boolean =>
  origin === undefined ||
  (origin !== 'null' && (origin === new URL(baseUrl).origin || origin === exchangeOf(request).origin));

const refererOrigin = (referer: string | undefined): string | undefined =>
  referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null');
