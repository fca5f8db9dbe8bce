import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { maxRedirects, redirectOf, stopOnAbort, stopOnStall } from '../../../sdk/src/node/http-requests.ts';
import type { Pace } from '../shell/pace.ts';

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Larger bodies are contents of files. */
const pacedBytes = 16 * 1024;
/** Larger bodies and responses are streamed. */
const SMALL_BYTES = 1024 * 1024;
/** The longest time that a timer can have. Without one, connections have the 5 s of Node's agents. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `fetch` by Node's HTTP client. Node's own `fetch` loads another HTTP parser, which takes longer than most commands run, and
 * before Node 24.14 it does not use the proxies of {@link useProxies}. `stallMs` is the longest time in which no byte moves.
 */
export const createHttpFetch =
  (pace?: Pace, stallMs = LONGEST_MS): typeof globalThis.fetch =>
  async (input, init) => {
    const asked = new Request(input, init);
    const { method, signal } = asked;
    signal.throwIfAborted();
    const body = await readBody(asked, init?.body);
    const isFollowed = asked.redirect === 'follow' && ['GET', 'HEAD'].includes(method);
    for (let url = asked.url, count = 0; ; count++) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers: Record<string, string> = Object.fromEntries(asked.headers);
        // Storages to which a server redirects must not get its key.
        if (new URL(url).origin !== new URL(asked.url).origin) delete headers['authorization'];
        if (body !== undefined) headers['content-length'] = String(body instanceof Blob ? body.size : body.length);
        const send = url.startsWith('https:') ? httpsRequest : httpRequest;
        const outgoing = send(url, { method, headers, timeout: stallMs }, resolve);
        outgoing.on('error', reject);
        stopOnStall(outgoing, stallMs);
        stopOnAbort(outgoing, signal);
        void write(outgoing, body, pace, signal).catch(reject);
      });
      const next = isFollowed ? redirectOf(answer, url) : undefined;
      if (next === undefined || count === maxRedirects) return await respond(method, answer);
      answer.resume();
      url = next;
    }
  };

/** As long as Node's own `fetch` waits. */
const STALL_MS = 300_000;

/** For requests that no client of the SDK makes. */
export const httpFetch = createHttpFetch(undefined, STALL_MS);

/** A large file is not read into memory. */
async function readBody(asked: Request, given: RequestInit['body'] | undefined): Promise<Buffer | Blob | undefined> {
  if (asked.body === null) return undefined;
  return given instanceof Blob && given.size > SMALL_BYTES ? given : Buffer.from(await asked.arrayBuffer());
}

async function respond(method: string, answer: IncomingMessage): Promise<Response> {
  const { statusCode = 500, statusMessage = '' } = answer;
  const headers = new Headers();
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
  }
  const hasBody = method !== 'HEAD' && !bodiless.has(statusCode);
  const isEvents = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const isSmall = Number(headers.get('content-length') ?? Number.NaN) <= SMALL_BYTES;
  const content = hasBody && (isEvents || !isSmall) ? Readable.toWeb(answer) : new Uint8Array(await buffer(answer));
  return new Response(hasBody ? (content as ConstructorParameters<typeof Response>[0]) : null, {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
}

async function write(
  outgoing: ClientRequest,
  body: Buffer | Blob | undefined,
  pace: Pace | undefined,
  signal: AbortSignal,
): Promise<void> {
  const isWhole = body === undefined || (body instanceof Buffer && (pace === undefined || body.length <= pacedBytes));
  if (isWhole) return void outgoing.end(body);
  await pipeline(piecesOf(body, pace, signal), outgoing);
}

async function* piecesOf(
  body: Buffer | Blob,
  pace: Pace | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body instanceof Blob ? body.stream() : [body]) {
    for (let at = 0; at < chunk.length; at += pacedBytes) {
      const piece = chunk.subarray(at, at + pacedBytes);
      await pace?.(piece.length, signal);
      yield piece;
    }
  }
}
