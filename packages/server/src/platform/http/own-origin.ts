import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors.ts';
import { exchangeOf } from './exchange.ts';

/**
 * Refuses a form that another site's page has posted, whether or not there is a session whose token could be asked for:
 * signing somebody in unasked is a trick, too. `docs/operating.md` states the rule.
 *
 * `Sec-Fetch-Site` decides if there is one: no page can set it, but browsers send it over https and to localhost only.
 * Without it `Origin`, and without that `Referer`, must be the base URL's origin or the one that this request was
 * addressed to. An origin that is `null` (a sandboxed frame, a redirect by another site) is nobody's. A request with
 * none of the three comes from no browser, and nobody's cookies go with it.
 *
 * A name that another site points at this server (DNS rebinding) is the origin the request was addressed to, and is
 * accepted: to the browser it is that other site's own, so no cookie of this server goes with it.
 */
export function requireOwnOrigin(request: IncomingMessage, baseUrl: string): void {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site === undefined ? isOwn(origin ?? refererOrigin(referer), request, baseUrl) : isSameOrigin(site)) return;
  throw new DomainError('access_denied', 'This form came from another site. Open the page here and try again.');
}

const isSameOrigin = (site: string | string[]): boolean => site === 'same-origin' || site === 'none';

const isOwn = (origin: string | undefined, request: IncomingMessage, baseUrl: string): boolean =>
  origin === undefined ||
  (origin !== 'null' && (origin === new URL(baseUrl).origin || origin === exchangeOf(request).origin));

const refererOrigin = (referer: string | undefined): string | undefined =>
  referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null');
