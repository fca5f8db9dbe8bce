import { DriveClient } from '@drive/sdk';
import { takeFirstAnswer } from '../browser/first-answers.ts';
import { loadReasons } from '../i18n/texts.ts';
import { rateLimit } from './rate-limit.ts';
import { sessionEnd } from './session-end.ts';

/** Path under which the app is served, with a slash at the end: `/app/`, or `/prefix/app/` behind a path prefix. */
export const appPath = new URL(document.baseURI).pathname;

/** URL of the server without a slash at the end. */
export const serverUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** Origin of DRIVE_CONTENT_URL, which shows what users uploaded; undefined if it is the server's own. */
const contentOrigin = document.querySelector<HTMLMetaElement>('meta[name="content-url"]')?.content;

/**
 * The signed URL under the host of this page. The server writes URLs under DRIVE_BASE_URL, but the page may have been
 * opened under another host, whose images the policy would refuse.
 */
export function reachableUrl(signedUrl: string): string {
  const { origin, pathname, search } = new URL(signedUrl);
  return origin === contentOrigin ? signedUrl : atServer(pathname) + search;
}

/** Content URL and server serve the same bytes; only the server's own may be read by this page. */
export const readableUrl = (signedUrl: string): string => atServer(new URL(signedUrl).pathname);

const atServer = (pathname: string): string => serverUrl + pathname.slice(Math.max(0, pathname.indexOf('/files/')));

/** Path of a server-rendered page: `/account`. */
export const serverPath = (path: `/${string}`): string => new URL(serverUrl).pathname.replace(/\/$/, '') + path;

export const client = new DriveClient({
  baseUrl: serverUrl,
  apiKey: null,
  fetch: fetchInSession,
  onWait: ({ delayMs }) => rateLimit.wait(delayMs),
  onRetry: ({ error, delayMs }) => {
    if (error.status === 429) rateLimit.wait(delayMs);
  },
});

/** URL of the sign-in page, which returns to where the user is now. */
export function signInUrl(): string {
  const { pathname, search } = window.location;
  const prefix = serverPath('/').length - 1;
  return serverPath(`/sign-in?next=${encodeURIComponent(pathname.slice(prefix) + search)}`);
}

/**
 * Sends a request. A change that the server refuses because the session has ended waits until the user has signed in, and is
 * sent again: the form that made it only takes longer. What is read fails, and is loaded again after signing in.
 */
async function fetchInSession(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const response = await (takeFirstAnswer(input, init) ?? globalThis.fetch(input, init));
  // Without them, the user would read the reason of the server, in English.
  if (!response.ok) await loadReasons().catch(() => {});
  if (response.status !== 401 || (init.method ?? 'GET') === 'GET' || !(await isSessionOver(response))) return response;
  if (!(await sessionEnd.signIn())) return response;
  // The time limit of the first attempt is over, and the token was that of the former session.
  const { signal: _, ...again } = init;
  const headers = new Headers(init.headers);
  headers.set('x-xsrf-token', decodeURIComponent(/(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''));
  return await globalThis.fetch(input, { ...again, headers });
}

/** Another reason for the status is a wrong password in a form. */
async function isSessionOver(response: Response): Promise<boolean> {
  try {
    const { code } = (await response.clone().json()) as { readonly code?: unknown };
    return code === 'authentication_required';
  } catch {
    return false;
  }
}
