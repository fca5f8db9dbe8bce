import { CliError } from '../shell/cli-error.ts';

/** The default server, as started by `npm start`. */
export const DEFAULT_SERVER_URL = 'http://127.0.0.1:8080';

/**
 * Normalizes the URL of a server, for storing and comparing: without a trailing slash. `origin` is the origin of the
 * text, for errors.
 */
export function parseServerUrl(text: string, origin: string): string {
  const invalid = (problem: string, hint: string) => new CliError('usage', `${origin}: ${problem}`, { hint });
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    const host = text.replace(/^(?:\w+:)?\/+/, '');
    throw invalid('not a valid server URL', `write it as https://${host === '' ? 'drive.example.com' : host}`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw invalid('the URL contains a password', 'sign in with: drive-cli login');
  }
  if (url.search !== '' || url.hash !== '') throw invalid('the URL contains ? or #', 'give only the URL of the server');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Whether a key sent there can be read on the way: plain http to another machine. */
export function isReadableOnTheWay(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
