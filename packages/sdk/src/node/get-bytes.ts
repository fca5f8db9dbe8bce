import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { type Network, userAgent } from '../network.ts';
import { stallMs } from '../upload/stall.ts';
import { headerOf, maxRedirects, redirectOf, stopOnAbort, stopOnStall } from './http-requests.ts';

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
    const next = redirectOf(answer, address);
    if (next === undefined || redirects === maxRedirects) return answer;
    answer.resume();
    address = next;
  }
}

function getOnce(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = new URL(url).protocol === 'https:' ? getHttps : getHttp;
    const request = get(url, { headers, timeout: stallMs }, (answer) => {
      // The reader gets the error. An abort while nothing is being read must not end the process.
      answer.on('error', () => {});
      resolve(answer);
    });
    stopOnStall(request, stallMs);
    request.on('error', reject);
    stopOnAbort(request, signal);
  });
}
