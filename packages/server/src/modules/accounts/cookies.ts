import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { dayMs, secondMs } from '../../platform/clock.ts';
import type { StartedSession } from './sessions.ts';

const tokenName = 'auth_token';
const xsrfName = 'XSRF-TOKEN';
/** As long as browsers keep a cookie at most: the session itself ends when it isn't used, which only the server knows. */
const maxAgeSeconds = (400 * dayMs) / secondMs;

export interface SessionCookies {
  find(context: Context): string | undefined;
  set(context: Context, session: StartedSession): void;
  clear(context: Context): void;
}

/** The two cookies of a signed-in browser, for the server's own path only, and for https only where it has that. */
export function createSessionCookies(baseUrl: string): SessionCookies {
  const { protocol, pathname } = new URL(baseUrl);
  const shared = {
    path: pathname.replace(/\/$/, '') || '/',
    sameSite: 'Lax',
    secure: protocol === 'https:',
  } as const;
  const write = (context: Context, token: string, xsrfToken: string, maxAge: number): void => {
    setCookie(context, tokenName, token, { ...shared, maxAge, httpOnly: true });
    setCookie(context, xsrfName, xsrfToken, { ...shared, maxAge });
  };
  return {
    find: (context) => getCookie(context, tokenName),
    set: (context, { token, xsrfToken }) => write(context, token, xsrfToken, maxAgeSeconds),
    clear: (context) => write(context, '', '', 0),
  };
}
