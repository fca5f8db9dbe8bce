import { errorFromAnswer, errorFromThrown, originOf, parseJson } from '../../error-from.ts';
import { DriveError } from '../../error.ts';
import type { RequestOptions } from '../../request-options.ts';
import { limitTime, timedOut } from '../../time-limit.ts';
import type { TransportSettings } from '../../transport.ts';

/**
 * A parsed share link.
 *
 * @example
 * ```ts
 * import { DriveClient, type ShareLink } from '@drive/sdk';
 *
 * const link: ShareLink = await new DriveClient().public.resolveLink('https://drive.example.com/s/report-2026');
 * console.log(link.token);
 * ```
 */
export interface ShareLink {
  /** URL of the server, without a trailing slash. */
  readonly baseUrl: string;
  /** Token of the share. */
  readonly token: string;
  /** The `r` parameter of an emailed link. */
  readonly recipient: string | undefined;
}

/**
 * How to open a link.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenOptions } from '@drive/sdk';
 *
 * const options: OpenOptions = { password: 'open sesame' };
 * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026', options);
 * console.log(share.info.name);
 * ```
 */
export interface OpenOptions extends RequestOptions {
  /** Password to unlock the share with if it is locked. */
  readonly password?: string | undefined;
  /** The `r` parameter of an emailed link. Default: the one in the link. */
  readonly recipient?: string | undefined;
  /** Identifies a visitor without an account for likes and comments: the `visitorToken` of an earlier visit. */
  readonly visitorToken?: string | undefined;
  /** The ticket of an earlier visit, see `OpenedShare.createTicket`. It opens a share that has no downloads left. */
  readonly ticket?: string | undefined;
}

/** From http to https, to another host, and then to the share. */
const maxRedirects = 5;

interface ResolveOptions extends Pick<RequestOptions, 'signal' | 'timeout'> {
  /** Opens the short link of a share that has no downloads left. */
  readonly ticket?: string | undefined;
}

/** Parses a link. A bare token belongs to `settings.baseUrl`; a short link is resolved with a request. */
export async function resolveLink(
  settings: TransportSettings,
  link: string,
  options: ResolveOptions = {},
): Promise<ShareLink> {
  const named = link.trim();
  if (!/^https?:/i.test(named)) {
    if (!/^[\w-]+$/.test(named)) throw noShareLink();
    return { baseUrl: settings.baseUrl, token: named, recipient: undefined };
  }
  let url = parseUrl(named);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const found = parseShareUrl(url);
    if (found !== undefined) return found;
    if (redirects === 0 && !isShort(url)) throw noShareLink();
    url = await follow(settings, url, options);
  }
  throw new DriveError('unexpected_answer', `${originOf(named)} redirects too often.`);
}

export const visitorHeader = (visitorToken: string | undefined): Record<string, string> =>
  visitorToken === undefined ? {} : { 'x-share-visitor': visitorToken };

export const recipientHeader = (recipient: string | undefined): Record<string, string> =>
  recipient === undefined ? {} : { 'x-share-recipient': recipient };

/** The header of a ticket. */
export const ticketHeader = (ticket: string | undefined): Record<string, string> =>
  ticket === undefined ? {} : { 'x-share-ticket': ticket };

/** `undefined` for short links and anything else. Ignores the folder within the share. */
function parseShareUrl(url: URL): ShareLink | undefined {
  const [, prefix = '', token] = /^(.*)\/share\/([\w-]+)\/?$/.exec(url.pathname) ?? [];
  if (token === undefined) return undefined;
  return { baseUrl: url.origin + prefix, token, recipient: url.searchParams.get('r') || undefined };
}

const isShort = (url: URL): boolean => /\/s\/[^/]+\/?$/.test(url.pathname);

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw noShareLink();
  const url = new URL(text);
  if (url.username + url.password !== '') throw noShareLink();
  return url;
}

const noShareLink = (): DriveError =>
  new DriveError('invalid_argument', 'This is not a share link. Give a token, or a URL with /share/ or /s/.');

/** Returns the target of a redirect without following it, which would count as a visit. */
async function follow(
  { network: { fetch } }: TransportSettings,
  url: URL,
  { signal, timeout = 30_000, ticket }: ResolveOptions,
): Promise<URL> {
  // Short links ignore query and fragment.
  const address = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  const limit = limitTime(timeout, signal);
  const headers = { accept: 'application/json', ...ticketHeader(ticket) };
  const init = { headers, signal: limit.signal };
  try {
    const answer = await fetch(address, { ...init, redirect: 'manual' });
    // Browsers hide the target of a redirect. Follow it with HEAD, which does not count as a visit.
    if (answer.type === 'opaqueredirect') return new URL((await fetch(address, { ...init, method: 'HEAD' })).url);
    const body = parseJson(await answer.text());
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null)
      return parseUrl(new URL(location, address).href);
    throw answer.ok
      ? noShareLink()
      : errorFromAnswer({ status: answer.status, header: (name) => answer.headers.get(name) }, body);
  } catch (thrown) {
    throw errorFromThrown(limit.isOver() ? timedOut() : thrown, address, signal);
  } finally {
    limit.end();
  }
}
