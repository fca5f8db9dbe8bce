import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { hourMs, secondMs } from '../clock.ts';
import { exchangeOf, incomingOf } from './exchange.ts';

/** Below which paths, followed by the link's token, the requests lie that read the cookies of a link. */
const linkPaths = {
  share: ['/share/', '/api/public/share/'],
  collection: ['/collect/', '/api/public/collect/', '/files/collect-form/'],
  proofing: ['/proof/', '/api/public/proofing/'],
  paste: ['/p/', '/api/public/pastes/', '/files/pastes/'],
} as const;

export interface LinkCookieOptions {
  /** The cookie of a link is called by this and the link's token. */
  readonly name: string;
  readonly link: keyof typeof linkPaths;
  readonly seconds: number;
}

/**
 * Cookies that a browser sends only with requests for the link they belong to, so that a visitor of many links sends no
 * more than a visitor of one. Each is set once for every path of the link.
 */
export interface LinkCookies {
  /** Throws if the request is none that the cookie is sent with. */
  find(request: Context | IncomingMessage, token: string): string | undefined;
  set(context: Context, token: string, value: string): void;
}

export function createLinkCookies(baseUrl: string, { name, link, seconds }: LinkCookieOptions): LinkCookies {
  const { protocol, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, '');
  const nameOf = (token: string): string => `${name}_${token}`;
  return {
    find: (request, token) => {
      const { path } = exchangeOf(request);
      if (!linkPaths[link].some((start) => path.startsWith(start)))
        throw new Error(`the cookies of a ${link} are not sent to where they were asked for`);
      const { headers } = 'env' in request ? incomingOf(request) : request;
      return cookieOf(headers.cookie ?? '', nameOf(token));
    },
    set: (context, token, value) => {
      for (const start of linkPaths[link])
        setCookie(context, nameOf(token), value, {
          path: `${basePath}${start}${token}`,
          sameSite: 'Lax',
          secure: protocol === 'https:',
          httpOnly: true,
          maxAge: seconds,
        });
    },
  };
}

function cookieOf(header: string, name: string): string | undefined {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/** What an unlocking was answered with, on its way back: in a header from programs, in a cookie from browsers. */
export interface UnlockCookies {
  /** What the request brings along for the link of this token; perhaps nothing that opens it. */
  grantsOf(request: Context | IncomingMessage, token: string): string[];
  /** Sets the cookie that keeps the link unlocked in this browser. */
  keep(context: Context, token: string, unlockToken: string): void;
}

export function createUnlockCookies(baseUrl: string, link: LinkCookieOptions['link']): UnlockCookies {
  const cookies = createLinkCookies(baseUrl, { name: 'unlock', link, seconds: (2 * hourMs) / secondMs });
  return {
    grantsOf: (request, token) => {
      const { headers } = 'env' in request ? incomingOf(request) : request;
      return [headers['x-share-unlock'], cookies.find(request, token)].flat().filter((grant) => grant !== undefined);
    },
    keep: cookies.set,
  };
}
