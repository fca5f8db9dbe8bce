import { DriveClient } from '@drive/sdk';

/** Path under which the app is served, with a slash at the end: `/app/`, or `/prefix/app/` behind a path prefix. */
export const appPath = new URL(document.baseURI).pathname;

/** URL of the server without a slash at the end. */
export const serverUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** Path of a server-rendered page: `/account`. */
export const serverPath = (path: `/${string}`): string => new URL(serverUrl).pathname.replace(/\/$/, '') + path;

export const client = new DriveClient({ baseUrl: serverUrl, apiKey: null });

/** URL of the sign-in page, which returns to where the user is now. */
export function signInUrl(): string {
  const { pathname, search } = window.location;
  const prefix = serverPath('/').length - 1;
  return serverPath(`/sign-in?next=${encodeURIComponent(pathname.slice(prefix) + search)}`);
}
