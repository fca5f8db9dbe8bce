import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { createGzip, gzip as gzipBytes, gzipSync, type Gzip } from 'node:zlib';
import { BoundedMap } from '@drive/base';
import { parseAccept } from 'hono/utils/accept';
import { countHeldBytes } from './send-pieces.ts';

/** Bytes above which JSON, XML and HTML are compressed: fewer fit into one packet anyway. */
export const minBytes = 1024;

/** The fastest level: the next ones take a quarter more time for 1 % fewer bytes of a listing. */
const level = 1;

const gzip = promisify(gzipBytes);

/** Up to this size a body is compressed at once: in another thread it costs twice the processor time. */
const shortBytes = 32 * 1024;
/** Less memory to prepare than the default, which is for long texts. */
const shortOptions = { level, windowBits: 13, memLevel: 6 };

/** Bodies that were compressed last: clients read the same again and again. Forgotten when they are too many. */
const recent = new Map<string, Buffer<ArrayBuffer>>();
const maxRecentBytes = 4 * 1024 * 1024;
let recentBytes = 0;

/** `isRead`: the answer to GET, which is no secret that is shown once. */
function compress(text: string, isRead: boolean): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
  if (text.length > shortBytes) return gzip(text, { level });
  const known = isRead ? recent.get(text) : undefined;
  if (known !== undefined) return known;
  const body = gzipSync(text, shortOptions);
  if (!isRead) return body;
  recentBytes += text.length + body.length;
  if (recentBytes > maxRecentBytes) {
    recent.clear();
    recentBytes = text.length + body.length;
  }
  recent.set(text, body);
  return body;
}

/** A `page` may contain the XSRF token of its visitor; `data` contains nothing that another site could send with the request. */
type Kind = 'page' | 'data';

/**
 * Whether the answer may be compressed (RFC 9110, 12.5.3). Its length tells those who watch the connection something about its
 * content, which matters when a site makes a visitor's browser send texts that the answer has beside a secret (BREACH). So pages are
 * compressed for visitors without a cookie, and data unless another site causes the request: a request with a cookie, or a
 * password that a browser keeps, has to come from our own origin.
 */
export function acceptsGzip({ headers }: IncomingMessage, kind: Kind): boolean {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || !prefersGzip(accepted)) return false;
  const hasCookie = headers.cookie !== undefined;
  const hasPassword = headers.authorization !== undefined && /^basic /i.test(headers.authorization);
  if (!hasCookie && !hasPassword) return true;
  if (kind === 'page') return false;
  const site = headers['sec-fetch-site'];
  return site === undefined ? !hasCookie : site === 'same-origin' || site === 'none';
}

const known = new BoundedMap<boolean>(100);
const maxKnownCharacters = 100;

function prefersGzip(header: string): boolean {
  const cached = known.get(header);
  if (cached !== undefined) return cached;
  const qualities = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const any = qualities.get('*');
  const quality = qualities.get('gzip') ?? qualities.get('x-gzip') ?? any ?? 0;
  // "If the representation has no content coding, then it is acceptable by default": identity wins only if it is preferred.
  const isPreferred = quality > 0 && quality >= (qualities.get('identity') ?? 0);
  if (header.length <= maxKnownCharacters) known.set(header, isPreferred);
  return isPreferred;
}

/** Notes that the answer depends on Accept-Encoding, for caches. */
export function addVary(response: ServerResponse): void {
  const before = response.getHeader('vary');
  response.setHeader('vary', before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`);
}

/** A text as the body of an answer, compressed if it is long and the client accepts that. A promise only if that takes long. */
export function encodeText(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): string | Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
  if (text.length <= minBytes) return text;
  addVary(response);
  if (!acceptsGzip(request, 'data')) return text;
  response.setHeader('content-encoding', 'gzip');
  return compress(text, request.method === 'GET');
}

const compressible = /^(?:text\/html|text\/xml|application\/xml|application\/json)(?:;|$)/;

/** The answer of a page, compressed if the client accepts that. An entity tag becomes a weak one: it is that of other bytes, too. */
export async function encodePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Response,
): Promise<Response> {
  const { status, headers } = page;
  const hasBody = status === 200 || status >= 400;
  if (!hasBody || !compressible.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return page;
  const vary = headers.get('vary');
  if (vary === null) addVary(response);
  else headers.set('vary', `${vary}, Accept-Encoding`);
  if (!acceptsGzip(request, 'page')) return page;
  const bytes = Buffer.from(await page.arrayBuffer());
  if (bytes.length <= minBytes) return new Response(bytes, { status, headers });
  headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  const etag = headers.get('etag');
  if (etag !== null && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  return new Response(await gzip(bytes, { level }), { status, headers });
}

/** Bytes that the compressor of one answer holds: a window of 8 KiB, twice in its memory, its tables and a piece of output. */
const streamBytes = 48 * 1024;
const streamOptions = { level, windowBits: 13, memLevel: 4, chunkSize: 8 * 1024 };
/** Text that is compressed at a time. */
const batchCharacters = 16 * 1024;

/** Compresses text in pieces, in Node's pool of threads. The memory of an answer is small, because its client may be slow. */
export class GzipPieces {
  readonly #pieces: AsyncIterator<string>;
  readonly #gzip: Gzip = createGzip(streamOptions);
  #output: Buffer[] = [];
  #isOver = false;

  constructor(pieces: AsyncIterator<string>) {
    this.#pieces = pieces;
    this.#gzip.on('data', (bytes: Buffer) => this.#output.push(bytes));
    // An error without a listener would end the process; the write that failed rejects.
    this.#gzip.on('error', () => undefined);
    countHeldBytes(streamBytes);
  }

  /** The next compressed bytes; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.#output.length === 0) {
      if (this.#isOver) return undefined;
      const text = await this.#nextBatch();
      await new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null): void => (error ? reject(error) : resolve());
        if (this.#isOver) this.#gzip.once('end', resolve).once('error', reject).end(text);
        else this.#gzip.write(text, done);
      });
    }
    return this.#output.shift();
  }

  async #nextBatch(): Promise<string> {
    let text = '';
    while (text.length < batchCharacters) {
      const { done, value } = await this.#pieces.next();
      this.#isOver = done === true;
      if (done === true) return text;
      text += value;
    }
    return text;
  }

  close(): void {
    this.#gzip.destroy();
    countHeldBytes(-streamBytes);
  }
}
