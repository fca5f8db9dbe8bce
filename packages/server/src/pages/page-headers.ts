import { css } from './css.ts';
import type { PageOptions } from './layout.tsx';

/** Headers of every rendered page, Content-Security-Policy among them. They replace the defaults of `platform/http/middleware.ts`. */
export function pageHeaders(options: PageOptions): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(options),
    'X-Content-Type-Options': 'nosniff',
    // With `no-referrer` browsers send `Origin: null` with our own forms, and the origin check refuses them.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': options.cacheControl ?? 'no-store',
  };
  if (options.indexable === true) headers['X-Robots-Tag'] = 'all';
  return headers;
}

/** Allows the page's own scripts only, no frames and no other host; forms go to this server only. */
function contentSecurityPolicy({ scripts = [], embedded, style }: PageOptions): string {
  const origins = embedded?.origins.join(' ') ?? '';
  const runs = scripts.length > 0 || embedded !== undefined;
  return [
    "default-src 'none'",
    ['style-src', css.hash, style?.hash ?? '', origins].filter((part) => part !== '').join(' '),
    "img-src 'self' data:",
    ...(runs ? [`script-src 'self' ${origins}`.trimEnd(), `connect-src 'self' ${origins}`.trimEnd()] : []),
    ...(embedded === undefined ? [] : [`frame-src ${origins}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
