import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pace } from '../shell/pace.ts';

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Larger bodies are contents of files. */
const pacedBytes = 16 * 1024;

/**
 * `fetch` for small responses and for events, by Node's HTTP client. Node's `fetch` loads another HTTP parser, which
 * takes longer than most commands run.
 */
export const createHttpFetch =
  (pace?: Pace): typeof globalThis.fetch =>
  async (input, init) => {
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
      void write(outgoing, body, pace, signal).catch(reject);
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

async function write(
  outgoing: ClientRequest,
  body: Buffer | undefined,
  pace: Pace | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (pace === undefined || body === undefined || body.length <= pacedBytes) return void outgoing.end(body);
  for (let at = 0; at < body.length && !outgoing.destroyed; at += pacedBytes) {
    const piece = body.subarray(at, at + pacedBytes);
    await pace(piece.length, signal);
    outgoing.write(piece);
  }
  outgoing.end();
}
