import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { IncomingMessage } from 'node:http';
import { hourMs, secondMs } from '../clock.ts';
import { incomingOf } from './exchange.ts';

/** What an unlocking was answered with, on its way back: in a header from programs, in a cookie from browsers. */
export interface UnlockCookies {
  /** What the request brings along for the link of this token; perhaps nothing that opens it. */
  grantsOf(request: Context | IncomingMessage, token: string): string[];
  /** Sets the cookie that keeps the link unlocked in this browser. */
  keep(context: Context, token: string, unlockToken: string): void;
}

const keptSeconds = (2 * hourMs) / secondMs;

export function createUnlockCookies(baseUrl: string): UnlockCookies {
  const { protocol, pathname } = new URL(baseUrl);
  const nameOf = (token: string): string => `unlock_${token}`;
  return {
    grantsOf: (request, token) => {
      const { headers } = 'env' in request ? incomingOf(request) : request;
      return [headers['x-share-unlock'], cookieOf(headers.cookie ?? '', nameOf(token))]
        .flat()
        .filter((grant) => grant !== undefined);
    },
    keep: (context, token, unlockToken) =>
      setCookie(context, nameOf(token), unlockToken, {
        path: pathname.replace(/\/$/, '') || '/',
        sameSite: 'Lax',
        secure: protocol === 'https:',
        httpOnly: true,
        maxAge: keptSeconds,
      }),
  };
}

function cookieOf(header: string, name: string): string | undefined {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
