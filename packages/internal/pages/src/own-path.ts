import type { Context } from 'hono';

const nowhere = 'http://own.invalid';

/** Path of this server from an untrusted query or form; the start page if it leads to another origin. */
export function ownPath(wanted: string): `/${string}` {
  if (!wanted.startsWith('/')) return '/';
  const url = URL.parse(wanted, nowhere);
  // `/.//host` and `/\host` resolve to another host, or to a path that browsers read as one.
  if (url === null || url.origin !== nowhere || url.pathname.startsWith('//')) return '/';
  return `/${url.pathname.slice(1)}${url.search}`;
}

/** Characters of a path to which the sign-in page leads back. */
export const nextCharacters = 2048;

/** Redirects to the sign-in page, which leads back to `next`, a path of this server; to the start page if that is too long. */
export const toSignIn = (context: Context, basePath: string, next: string): Response =>
  seeOther(context, basePath, `/sign-in?next=${encodeURIComponent(next.length > nextCharacters ? '/' : next)}`);

/** Redirects with 303, so that reloading does not repeat a POST. `path` is below the base URL. */
export function seeOther(context: Context, basePath: string, path: `/${string}`): Response {
  return context.redirect(`${basePath}${path}`, 303);
}

/** The rest of a URL of this server, for its own pages. */
export const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
