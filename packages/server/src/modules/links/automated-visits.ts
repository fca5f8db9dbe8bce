import type { IncomingMessage } from 'node:http';
import type { Context, Handler } from 'hono';
import { DomainError } from '../../platform/errors.ts';
import type { PageRouter } from '../../platform/http/index.ts';
import { headersOf } from './link-cookies.ts';

/**
 * Programs that fetch a link for a preview or an index, by what their user agents have in common. Browsers inside apps also
 * name the app (`Telegram-Android`, `DuckDuckGo/5`, `LinkedInApp`, `Twitter for iPhone`, `CUBOT` phones) and must not match.
 */
const crawlers = [
  /(?<!cu)bot(?![a-z])/i,
  /crawl|spider|slurp|preview|scraper|-scrap\/|validator|monitor|uptime|lighthouse/i,
  /facebookexternalhit|facebookcatalog|facebot|meta-external|whatsapp|skypeuri|slack-imgproxy|vkshare/i,
  /pinterest\/0|embedly|iframely|outbrain|bitly|summaly|mastodon|pleroma|misskey|lemmy\//i,
  /google-inspection|googleother|google-read-aloud|google-safety|apis-google|feedfetcher|mediapartners/i,
  /compatible; yandex|archive\.org|ia_archiver|claude-user|perplexity-user|headlesschrome-preview/i,
] as const;

/** What browsers send with a page that nobody has opened yet; the last two are those of older ones. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether no person asked for this: a crawler or a link preview by its user agent, or a browser that fetches ahead. */
export function isAutomated(request: Context | IncomingMessage): boolean {
  const headers = headersOf(request);
  return (
    crawlers.some((pattern) => pattern.test(headers['user-agent'] ?? '')) ||
    purposeHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
  );
}

/** Throws `access_denied` to an automated visit, where an endpoint or a URL would take a download and has no page to show. */
export function requirePerson(request: Context | IncomingMessage): void {
  if (isAutomated(request))
    throw new DomainError(
      'access_denied',
      'Crawlers and link previews cannot take a download. Open the page of the link.',
    );
}

/**
 * Mounts pages below `{path}/{token}/`. An automated visit of any of them gets the page of the link instead, which counts no
 * such visit, so that nothing is downloaded, counted, burned or sent for it.
 */
export const withoutAutomatedVisits = (router: PageRouter, path: `/${string}`, showLink: Handler): PageRouter => ({
  page: (method, pattern, handle, options) => {
    if (!pattern.startsWith(`${path}/{token}/`)) throw new Error(`${pattern} is not below a link`);
    router.page(
      method,
      pattern,
      (context, next) => (isAutomated(context) ? showLink(context, next) : handle(context, next)),
      options,
    );
  },
});
