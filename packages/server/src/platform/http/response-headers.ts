import type { ServerResponse } from 'node:http';

/** What pages and downloads may replace with something that fits them. */
const defaults: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"],
  // Addresses hold tokens: other sites learn none of them.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cache-control', 'no-store'],
  // Only a page that is meant for everybody says otherwise.
  ['x-robots-tag', 'noindex, nofollow'],
];

export function setDefaultHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of defaults) response.setHeader(name, value);
}

/**
 * What SECURITY.md promises of the headers of every answer and this one breaks. Asked in tests after each answer, so that
 * no route can replace a default with something weaker.
 */
export function headerFaults(route: string, response: Pick<ServerResponse, 'getHeader'>): string[] {
  const header = (name: string): string => String(response.getHeader(name) ?? '');
  const policy = header('content-security-policy');
  const cache = header('cache-control');
  // An uploaded page is sandboxed, and saved rather than shown.
  const isPage = header('content-type').startsWith('text/html') && !policy.startsWith('sandbox;');
  const mayBeKept =
    /(^|, )private(,|$)/.test(cache) && route.startsWith('/files/')
      ? true
      : // For everybody alike: an asset or the documentation, never what a link or an id leads to.
        cache.startsWith('public, ') && !/\{(?!tag\})/.test(route) && response.getHeader('set-cookie') === undefined;
  return Object.entries({
    'can be taken for another type': header('x-content-type-options') !== 'nosniff',
    'loads from anywhere': !policy.includes("default-src 'none'"),
    'may be framed by other sites': !/frame-ancestors '(none|self)'(;|$)/.test(policy),
    'is a page that may be framed': isPage && !policy.includes("frame-ancestors 'none'"),
    'runs inline scripts': /script-src[^;]*'unsafe|'unsafe-eval'/.test(policy),
    'tells other sites its URL': !['same-origin', 'no-referrer'].includes(header('referrer-policy')),
    'is a page that openers hold on to': isPage && header('cross-origin-opener-policy') !== 'same-origin',
    'is kept by caches': !cache.includes('no-store') && !mayBeKept,
  }).flatMap(([fault, is]) => (is ? [fault] : []));
}
