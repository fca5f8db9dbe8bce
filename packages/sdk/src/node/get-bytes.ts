import { type ClientRequest, get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { type Network, userAgent } from '../network.ts';
import { stalled, stallMs } from '../upload/stall.ts';

const maxRedirects = 5;

/** Uses Node's HTTP client, which is twice as fast as fetch here. Sends no credential, so redirects are followed. */
export async function getBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  network: Network | undefined,
): Promise<IncomingMessage> {
  for (let address = url, redirects = 0; ; redirects++) {
    const all = { 'user-agent': userAgent, ...network?.headersFor(address), ...headers };
    const get = async () => {
      const answer = await getOnce(address, all, signal);
      return { answer, status: answer.statusCode ?? 0, header: (name: string) => headerOf(answer, name) };
    };
    const { answer } = await (network === undefined ? get() : network.observe('GET', address, get));
    const { location } = answer.headers;
    const isMoved = [301, 302, 303, 307, 308].includes(answer.statusCode ?? 0);
    if (!isMoved || location === undefined || redirects === maxRedirects) return answer;
    answer.resume();
    address = new URL(location, address).href;
  }
}

export function headerOf(answer: IncomingMessage, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function getOnce(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = new URL(url).protocol === 'https:' ? getHttps : getHttp;
    const request = get(url, { headers }, (answer) => {
      // The reader gets the error. An abort while nothing is being read must not end the process.
      answer.on('error', () => {});
      resolve(answer);
    });
    request.setTimeout(stallMs, () => request.destroy(stalled(stallMs)));
    request.on('error', reject);
    stopOnAbort(request, signal);
  });
}

/**
 * Ends a request when the signal is aborted. Node's own `signal` option ends the whole process if that happens just
 * after the last byte of the response.
 */
export function stopOnAbort(request: ClientRequest, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  let answer: IncomingMessage | undefined;
  const stop = (): void => {
    if (answer?.complete !== true) request.destroy(new Error('stopped'));
  };
  request.once('response', (response) => (answer = response));
  request.once('close', () => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}
