import type { Style } from './css.ts';

export interface PageHeaderOptions {
  readonly style?: Style;
  /** Search engines may list the page. Default no. */
  readonly indexable?: boolean;
  /** Default `no-store`: most pages show private data. */
  readonly cacheControl?: string;
  /** Client scripts: asset paths below the base URL. A page must work, or say what to do, without them. */
  readonly scripts?: readonly string[];
  /** Whether the page shows files of users. `origin` is that of DRIVE_CONTENT_URL. */
  readonly content?: { readonly origin: string | undefined } | undefined;
  readonly embedded?: EmbeddedService | undefined;
}

export interface EmbeddedService {
  readonly script: string;
  readonly origins: readonly string[];
}

/** Headers of every rendered page, Content-Security-Policy among them. They replace the defaults of `middleware.ts` of `@drive/http-api`. */
export function pageHeaders(options: PageHeaderOptions, css: Style): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(options, css),
    'X-Content-Type-Options': 'nosniff',
    // With `no-referrer` browsers send `Origin: null` with our own forms, and the origin check refuses them.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': options.cacheControl ?? 'no-store',
  };
  // A cache keeps a page for each language.
  if (options.cacheControl !== undefined) headers['Vary'] = 'Accept-Language, Cookie';
  if (options.indexable === true) headers['X-Robots-Tag'] = 'all';
  return headers;
}

/** Allows the page's own scripts only, no frames but of shown files, and no other host; forms go to this server only. */
function contentSecurityPolicy({ scripts = [], embedded, style, content }: PageHeaderOptions, css: Style): string {
  const origins = embedded?.origins.join(' ') ?? '';
  const files = content && ["'self'", content.origin ?? ''].join(' ').trimEnd();
  // The script loads the style of what it shows.
  const scriptStyle = content !== undefined && scripts.length > 0 ? "'self'" : '';
  const runs = scripts.length > 0 || embedded !== undefined;
  return [
    "default-src 'none'",
    ['style-src', css.hash, style?.hash ?? '', scriptStyle, origins].filter((part) => part !== '').join(' '),
    `img-src 'self' data: ${content?.origin ?? ''}`.trimEnd(),
    ...(files === undefined ? [] : [`media-src ${files}`, `frame-src ${files}`]),
    ...(runs ? [`script-src 'self' ${origins}`.trimEnd(), `connect-src 'self' ${origins}`.trimEnd()] : []),
    ...(embedded === undefined ? [] : [`frame-src ${origins}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
