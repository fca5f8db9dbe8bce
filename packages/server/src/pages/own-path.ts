import type { Context } from 'hono';

const nowhere = 'http://own.invalid';

/**
 * A path of this server to go to after something, taken from a query or a form that anybody may have written. What
 * leads anywhere else becomes the start page.
 */
export function ownPath(wanted: string): `/${string}` {
  if (!wanted.startsWith('/')) return '/';
  const url = URL.parse(wanted, nowhere);
  // `/.//host` and `/\host` come out as another host's address, or as a path that would be read as one.
  if (url === null || url.origin !== nowhere || url.pathname.startsWith('//')) return '/';
  return `/${url.pathname.slice(1)}${url.search}`;
}

/** After a post, so that reloading posts nothing again. The path is below the base URL. */
export function seeOther(context: Context, basePath: string, path: `/${string}`): Response {
  return context.redirect(`${basePath}${path}`, 303);
}
