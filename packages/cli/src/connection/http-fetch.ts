import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` for small responses and for events, by Node's HTTP client. Node's `fetch` loads another HTTP parser, which
 * takes longer than most commands run.
 */
export const httpFetch: typeof globalThis.fetch = async (input, init) => {
  const asked = new Request(input, init);
  const { signal } = asked;
  signal.throwIfAborted();
  const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer());
  const send = asked.url.startsWith('https:') ? httpsRequest : httpRequest;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers: Record<string, string> = Object.fromEntries(asked.headers);
    if (body !== undefined) headers['content-length'] = String(body.length);
    const outgoing = send(asked.url, { method: asked.method, headers, signal }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  const { statusCode = 500, statusMessage = '' } = answer;
  const headers = new Headers();
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
  }
  // Events are streamed; other responses are read completely.
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const content = isStream ? Readable.toWeb(answer) : new Uint8Array(await buffer(answer));
  return new Response(bodiless.has(statusCode) ? null : (content as ConstructorParameters<typeof Response>[0]), {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
};
