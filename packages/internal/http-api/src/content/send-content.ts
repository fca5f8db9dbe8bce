import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { DomainError } from '@drive/access';
import type { Clock } from '@drive/base';
import type { BlobReader } from '@drive/blobs';
import { planContent, sendPieces, sendWhole, type ByteRange, type Validators } from '@drive/node-http';

/** Bytes that an endpoint lets a request read. All endpoints answer with them alike, by `sendContent`. */
export interface Content {
  /** Names the bytes: it differs once they are replaced. */
  readonly key: string | null;
  readonly validators: Validators;
  /** Headers of 200, 206 and 304, without validators, length and range, which `sendContent` adds to this object. */
  readonly headers: OutgoingHttpHeaders;
  /** undefined: the content has no ranges. */
  readonly bytes: number | undefined;
  /** For an answer without a body of this process. Returns the number of bytes; rejects unless they are there. */
  check(): Promise<number>;
  /** Opens all bytes, or a range of them. Rejects unless they are there. */
  open(range: ByteRange | undefined): Promise<Body>;
  /** Admits a GET and counts what it delivers. Default: every GET, uncounted. */
  readonly admit?: ((range: ByteRange | undefined) => Delivery | Promise<Delivery>) | undefined;
  /** Makes another program answer a GET with these headers. Default: this process sends the bytes. */
  readonly handOver?: ((response: ServerResponse, headers: OutgoingHttpHeaders) => void) | undefined;
}

/** Open bytes of one answer. */
export interface Body {
  readonly bytes: number;
  /** Bytes read so far: a client that disconnects has received at most these. */
  readonly readBytes: number;
  /** Calls `begin` after reading the first bytes, so that unreadable bytes get an error. False if the client disconnects. */
  send(response: ServerResponse, begin: () => void): Promise<boolean>;
  close(): Promise<void>;
}

/** The count of one answer. */
export interface Delivery {
  /** The system has accepted the last byte of the answer, or another program sends it. Never throws. */
  complete(): Promise<void>;
  /** The answer is over, and its client has received at most `sentBytes`. Never throws. */
  readonly end?: ((sentBytes: number) => Promise<void>) | undefined;
}

const maxReplacements = 10;

/**
 * Answers GET and HEAD: `find` authorizes the request, then come the preconditions, Range and If-Range in the order of RFC 9110,
 * 13.2.2, then admission, the bytes, and their count. A replacement that removes the bytes before they are open is no damage:
 * `find` is called again.
 */
export async function sendContent(
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
  find: () => Promise<Content>,
): Promise<void> {
  const isHead = request.method === 'HEAD';
  let content = await find();
  for (let replacements = 0; ; replacements += 1) {
    const { status, range } = planContent(request, content.validators, content.bytes, clock.now());
    if (status === 304) return void response.writeHead(304, headersOf(content)).end();
    if (status === 412) throw preconditionFailed(content);
    if (status === 416) throw rangeNotSatisfiable(response, content);
    const isHandedOver = content.handOver !== undefined && !isGuarded(request, range);
    let body: Body | undefined;
    let bytes: number;
    try {
      body = isHead || isHandedOver ? undefined : await content.open(range);
      bytes = body?.bytes ?? (await content.check());
    } catch (error) {
      const now = await find();
      if (now.key === content.key || replacements === maxReplacements) throw error;
      content = now;
      continue;
    }
    if (body === undefined && !isHead) return giveAway(response, content, range);
    const head = headersOf(content);
    head['content-length'] = bytes;
    if (range !== undefined) head['content-range'] = `bytes ${range.start}-${range.end}/${content.bytes}`;
    if (body === undefined) return void response.writeHead(200, head).end();
    await sendBody(response, content, range, body, () => response.writeHead(status, head));
    return;
  }
}

async function sendBody(
  response: ServerResponse,
  content: Content,
  range: ByteRange | undefined,
  body: Body,
  begin: () => void,
): Promise<void> {
  let delivery: Delivery | undefined;
  try {
    const admission = content.admit?.(range);
    delivery = admission instanceof Promise ? await admission : admission;
    const isComplete = await body.send(response, begin);
    if (isComplete) await delivery?.complete();
  } finally {
    if (delivery?.end !== undefined) await delivery.end(response.headersSent ? body.readBytes : 0);
    await body.close();
  }
}

/** Another program has validators of its own, so it can neither evaluate these conditions nor join a range to a known part. */
const isGuarded = ({ headers }: IncomingMessage, range: ByteRange | undefined): boolean =>
  headers['if-match'] !== undefined ||
  headers['if-unmodified-since'] !== undefined ||
  (headers['if-range'] !== undefined && range !== undefined);

/** The other program does not report the end of its answer, so the answer counts before. */
async function giveAway(response: ServerResponse, content: Content, range: ByteRange | undefined): Promise<void> {
  const delivery = await content.admit?.(range);
  await delivery?.complete();
  content.handOver?.(response, headersOf(content));
  await delivery?.end?.(0);
}

function headersOf({ headers, validators: { etag, lastModified }, bytes }: Content): OutgoingHttpHeaders {
  headers['accept-ranges'] = bytes === undefined ? 'none' : 'bytes';
  if (etag !== undefined) headers['etag'] = etag;
  if (lastModified !== undefined) headers['last-modified'] = new Date(lastModified).toUTCString();
  return headers;
}

const preconditionFailed = ({ validators: { etag } }: Content): DomainError =>
  new DomainError(
    'precondition_failed',
    `The content has changed${etag === undefined ? '' : `: its ETag is now ${etag}`}. Request it without If-Match and If-Unmodified-Since.`,
  );

function rangeNotSatisfiable(response: ServerResponse, { bytes }: Content): DomainError {
  response.setHeader('content-range', `bytes */${bytes}`);
  return new DomainError('range_not_satisfiable', `The requested range is outside the ${bytes} bytes of the file.`);
}

/** Up to this size, the complete body is sent together with the headers. */
const smallBytes = 32 * 1024;

/** A blob, or a range of one. */
export class BlobBody implements Body {
  readonly bytes: number;
  readBytes = 0;
  readonly #blob: BlobReader;
  readonly #start: number;

  constructor(blob: BlobReader, range: ByteRange | undefined) {
    this.#blob = blob;
    this.#start = range?.start ?? 0;
    this.bytes = range === undefined ? blob.bytes : range.end - range.start + 1;
  }

  async send(response: ServerResponse, begin: () => void): Promise<boolean> {
    if (this.bytes > smallBytes) return sendPieces(response, (buffer) => this.#fill(buffer), begin);
    const bytes = Buffer.allocUnsafe(this.bytes);
    await this.#blob.read(bytes, this.#start);
    this.readBytes = this.bytes;
    begin();
    return sendWhole(response, bytes);
  }

  async #fill(buffer: Buffer): Promise<number> {
    const piece = buffer.subarray(0, Math.min(buffer.length, this.bytes - this.readBytes));
    await this.#blob.read(piece, this.#start + this.readBytes);
    this.readBytes += piece.length;
    return piece.length;
  }

  close(): Promise<void> {
    return this.#blob.close();
  }
}
