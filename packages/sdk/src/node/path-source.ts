import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { parseJson, reasonOf } from '../error-from.ts';
import { DriveError } from '../error.ts';
import type { Network } from '../network.ts';
import type { ByteAnswer, ByteRequest, ByteSource, SendOptions } from '../upload/byte-source.ts';
import { stalled, stallMs as defaultStallMs, watchForStall } from '../upload/stall.ts';
import { headerOf, stopOnAbort } from './http-requests.ts';

const readBytes = 1024 * 1024;
/** Small, so that transfers at a low rate take turns. */
const pacedBytes = 16 * 1024;

/** A larger file is never read without giving up the event loop. */
const blockingBytes = 64 * 1024;

/**
 * How a file on disk is read.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { putFile, type PathSourceOptions } from '@drive/sdk/node';
 *
 * const reading: PathSourceOptions = { blocking: true };
 * await putFile(new DriveClient(), '/builds/log.txt', 'log.txt', reading);
 * ```
 */
export interface PathSourceOptions {
  /**
   * Read a file of up to 64 KiB without giving up the event loop. Faster for a program that does nothing else, such as a
   * command line; a server would let its other users wait for the disk. Default: false.
   */
  readonly blocking?: boolean | undefined;
}

/** A file on disk, streamed with constant memory. */
export async function pathSource(
  path: string,
  network: Network,
  { blocking = false }: PathSourceOptions = {},
): Promise<ByteSource> {
  const statNow = async () => (blocking ? statSync(path) : stat(path));
  const found = await statNow().catch((cause: unknown) => {
    throw new DriveError('invalid_argument', `${path} can't be read: ${reasonOf(cause)}`, { cause });
  });
  if (!found.isFile()) throw new DriveError('invalid_argument', `${path} is not a file.`);
  return new PathSource({ path, network, blocking, statNow, found });
}

interface FoundPath {
  readonly path: string;
  readonly network: Network;
  readonly blocking: boolean;
  readonly statNow: () => Promise<Stats>;
  /** As it was when the source was made; the upload fails if it changes. */
  readonly found: Stats;
}

class PathSource implements ByteSource {
  readonly size: number;
  readonly type = '';
  readonly modifiedAt: Date;
  readonly identity: string;
  readonly pieceBytes = Number.POSITIVE_INFINITY;
  readonly tellsProgress = true;
  readonly #file: FoundPath;
  /** A small file that was hashed: it is sent from memory. */
  #held: Buffer | undefined;

  constructor(file: FoundPath) {
    const { size, mtime, mtimeMs } = file.found;
    this.#file = file;
    this.size = size;
    this.modifiedAt = mtime;
    this.identity = `${resolve(file.path)} ${mtimeMs}`;
  }

  send(request: ByteRequest, options: SendOptions): Promise<ByteAnswer> {
    const { network } = this.#file;
    return network.observe(request.method, request.url, () => {
      const headers = { ...network.headersFor(request.url), ...request.headers };
      return sendBytes({ ...request, headers }, (fail) => this.#openBytes(request, options, fail), options);
    });
  }

  async sha256(signal?: AbortSignal): Promise<string> {
    const hash = createHash('sha256');
    if (this.#file.blocking && this.size <= blockingBytes)
      return hash.update((this.#held = await this.#readBlocking())).digest('hex');
    const file = await this.#open();
    try {
      for await (const chunk of this.#read(file, 0, this.size)) {
        signal?.throwIfAborted();
        hash.update(chunk);
        if (chunk.length === this.size) this.#held = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      }
      return hash.digest('hex');
    } finally {
      await file.close();
    }
  }

  async #requireUnchanged(): Promise<void> {
    const { path, statNow, found } = this.#file;
    const now = await statNow().catch(() => undefined);
    if (now?.size !== found.size || now.mtimeMs !== found.mtimeMs)
      throw new DriveError('source_changed', `${path} changed while it was being uploaded. Run the upload again.`);
  }

  #open(): Promise<FileHandle> {
    const { path } = this.#file;
    return open(path).catch((cause: unknown) => {
      throw unreadable(path, cause);
    });
  }

  /** Fails if the file changes meanwhile: sends the last bytes only if the file is still the same. */
  async *#read(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(readBytes, end - position));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
      position += bytesRead;
      if (bytesRead === 0 || position >= end) await this.#requireUnchanged();
      if (bytesRead === 0) throw new Error('it ends early');
      yield bytesRead === chunk.length ? chunk : chunk.subarray(0, bytesRead);
    }
  }

  async #readBlocking(): Promise<Buffer> {
    const { path } = this.#file;
    const bytes = Buffer.allocUnsafe(this.size);
    let filled = 0;
    try {
      const file = openSync(path, 'r');
      try {
        for (let got = -1; got !== 0 && filled < this.size; filled += got)
          got = readSync(file, bytes, filled, this.size - filled, filled);
      } finally {
        closeSync(file);
      }
    } catch (cause) {
      throw unreadable(path, cause);
    }
    await this.#requireUnchanged();
    if (filled < this.size) throw unreadable(path, new Error('it ends early'));
    return bytes;
  }

  async #openBytes(
    { start, end }: ByteRequest,
    { signal }: SendOptions,
    fail: (error: Error) => void,
  ): Promise<Readable | Buffer> {
    const { path, network } = this.#file;
    if (this.#held !== undefined) {
      const bytes = this.#held.subarray(start, end);
      return network.pace === undefined ? bytes : streamOf([bytes], network, signal);
    }
    // A piece sent at once is checked right before; reading checks nothing of an empty one.
    if (end - start > readBytes || this.size === 0) await this.#requireUnchanged();
    const file = await this.#open();
    const stream = streamOf(this.#read(file, start, end), network, signal);
    stream.once('error', (error) => {
      fail(error instanceof DriveError ? error : unreadable(path, error));
    });
    stream.once('close', () => void file.close().catch(() => undefined));
    return stream;
  }
}

function streamOf(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  { pace }: Network,
  signal: AbortSignal | undefined,
): Readable {
  if (pace === undefined) return Readable.from(chunks, { objectMode: false, highWaterMark: readBytes });
  async function* paced(wait: NonNullable<typeof pace>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += pacedBytes) {
        const piece = chunk.subarray(at, at + pacedBytes);
        await wait(piece.length, signal);
        yield piece;
      }
  }
  return Readable.from(paced(pace), { objectMode: false, highWaterMark: pacedBytes });
}

const unreadable = (path: string, cause: unknown): DriveError =>
  new DriveError('local_file_error', `${path} can't be read: ${reasonOf(cause)}`, { cause });

/** Uses Node's HTTP client, because fetch drops the Content-Length of a stream. */
async function sendBytes(
  { method, url, headers, start, end }: ByteRequest,
  openBytes: (fail: (error: Error) => void) => Promise<Readable | Buffer>,
  { onSent, signal, stallMs = defaultStallMs }: SendOptions,
): Promise<ByteAnswer> {
  let fail: (error: Error) => void = () => {};
  const bytes = await openBytes((error) => fail(error));
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(url, { method, headers: { ...headers, 'content-length': `${end - start}` } });
  const watch = watchForStall(stallMs, () => fail(stalled(stallMs)));
  let isAnswered = false;
  try {
    const answer = await new Promise<ByteAnswer>((resolveAnswer, reject) => {
      fail = reject;
      outgoing.once('response', (answer) => void readAnswer(answer).then(resolveAnswer, reject));
      outgoing.on('error', reject);
      stopOnAbort(outgoing, signal);
      if (Buffer.isBuffer(bytes)) {
        onSent(bytes.length);
        outgoing.end(bytes);
        return;
      }
      let sent = 0;
      bytes.on('data', (chunk: Uint8Array) => {
        watch.kick();
        onSent((sent += chunk.length));
      });
      bytes.pipe(outgoing);
    });
    isAnswered = true;
    return answer;
  } finally {
    watch.end();
    if (!Buffer.isBuffer(bytes)) bytes.destroy();
    // A response may arrive before the last byte is sent; the rest is then not needed.
    if (!isAnswered || !outgoing.writableFinished) outgoing.destroy();
  }
}

async function readAnswer(answer: IncomingMessage): Promise<ByteAnswer> {
  answer.setEncoding('utf8');
  let text = '';
  for await (const part of answer) text += part as string;
  return { status: answer.statusCode ?? 0, header: (name) => headerOf(answer, name), body: parseJson(text) };
}
