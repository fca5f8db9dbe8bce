import type { IncomingMessage } from 'node:http';
import { type BaseUrl, secondMs } from '@drive/base';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { exchangeOf, incomingOf } from '../../platform/http/index.ts';

/** Path prefixes, followed by the link's token, of the requests that read cookies of a kind of link. */
const pathPrefixes = {
  share: ['/share/', '/api/public/share/', '/files/share-form/'],
  collection: ['/collect/', '/api/public/collect/', '/files/collect-form/'],
  proofing: ['/proof/', '/api/public/proofing/'],
  paste: ['/p/', '/api/public/pastes/', '/files/pastes/'],
} as const;

export type LinkKind = keyof typeof pathPrefixes;

/** Scoped to the paths of a link, so that a visitor of many links sends no more than a visitor of one. */
export interface LinkCookies {
  /** Throws if the request's path is not one that the cookie is sent to. */
  find(request: Context | IncomingMessage, token: string): string | undefined;
  set(context: Context, token: string, value: string): void;
}

/** With it, a browser takes a cookie from https only, so that no page of the same host at http can plant one. */
const securePrefix = '__Secure-';

/**
 * `name` is followed by the link's token in the name of the cookie. At https, cookies of earlier versions, without the
 * prefix, are read as well.
 */
export function createLinkCookies(baseUrl: BaseUrl, kind: LinkKind, name: string, lifetimeMs: number): LinkCookies {
  const prefixes = baseUrl.isSecure ? [securePrefix, ''] : [''];
  return {
    find: (request, token) => {
      const { path } = exchangeOf(request);
      if (!pathPrefixes[kind].some((prefix) => path.startsWith(prefix)))
        throw new Error(`the cookies of a ${kind} are not sent to this path`);
      const pairs = (headersOf(request).cookie ?? '').split(';').map((part) => part.trim());
      for (const start of prefixes.map((prefix) => `${prefix}${name}_${token}=`)) {
        const pair = pairs.find((part) => part.startsWith(start));
        if (pair !== undefined) return pair.slice(start.length);
      }
      return undefined;
    },
    set: (context, token, value) => {
      for (const prefix of pathPrefixes[kind])
        setCookie(context, `${prefixes[0]}${name}_${token}`, value, {
          path: `${baseUrl.path}${prefix}${token}`,
          sameSite: 'Lax',
          secure: baseUrl.isSecure,
          httpOnly: true,
          maxAge: lifetimeMs / secondMs,
        });
    },
  };
}

export const headersOf = (request: Context | IncomingMessage): IncomingMessage['headers'] =>
  ('env' in request ? incomingOf(request) : request).headers;
