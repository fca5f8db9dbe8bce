import { CliError } from '../shell/cli-error.ts';

export interface ShareLink {
  readonly serverUrl: string;
  readonly token: string;
}

/** The server and the token behind a share link, short or long. A short one has to be asked for where it leads. */
export async function resolveShareLink(url: string, signal: AbortSignal): Promise<ShareLink> {
  const long = parseLong(url);
  if (long !== undefined) return long;
  let answer: Response;
  try {
    answer = await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' }, signal });
    await answer.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    throw new CliError('temporary', `${new URL(url).origin} could not be reached`, { cause: error });
  }
  const location = answer.headers.get('location');
  const target = location === null ? undefined : parseLong(new URL(location, url).href);
  if (target !== undefined) return target;
  if (answer.status === 429 || answer.status >= 500) {
    throw new CliError('temporary', `${new URL(url).origin} answered ${answer.status}`, { hint: 'try again later' });
  }
  throw new CliError('not_found', `${url} leads nowhere`, { hint: 'the share may have expired or been revoked' });
}

function parseLong(url: string): ShareLink | undefined {
  const { origin, pathname } = new URL(url);
  const [, prefix = '', token] = /^(.*)\/share\/([^/]+)\/?$/.exec(pathname) ?? [];
  return token === undefined ? undefined : { serverUrl: origin + prefix, token: decodeURIComponent(token) };
}
