import { S3Error, type S3Body, type S3Client } from '@drive/s3';
import { StorageError, type BlobReader, type ReadRange } from './blob-store.ts';
import { letGo } from './let-go.ts';

/** Connections that may break while one piece is read. */
const maxBreaks = 3;

/** Opens an object with one request if the range that will be read is known. undefined if there is none. */
export async function openS3Reader(client: S3Client, key: string, range?: ReadRange): Promise<BlobReader | undefined> {
  if (range !== undefined) {
    try {
      const isAll = range.start === 0 && range.end === undefined;
      const isEmpty = range.end !== undefined && range.end < range.start;
      const body = await client.get(key, isAll || isEmpty ? undefined : range);
      return body && new S3Reader(client, key, body.bytes, { body, position: isEmpty ? 0 : range.start });
    } catch (error) {
      // The object is shorter than its row says.
      if (!(error instanceof S3Error) || error.status !== 416) throw error;
    }
  }
  const object = await client.head(key);
  return object && new S3Reader(client, key, object.bytes);
}

interface OpenBody {
  readonly chunks: AsyncIterator<Buffer>;
  readonly stream: S3Body['stream'];
  /** The chunk that came last, and the bytes of it that are still to be read. */
  chunk: Buffer;
  rest: Buffer;
  readonly from: number;
  /** Position of the first byte of `rest`. */
  position: number;
}

const nothing = Buffer.alloc(0);

/** Reads in order from one response, and requests another one for any other position. */
class S3Reader implements BlobReader {
  readonly bytes: number;
  readonly #client: S3Client;
  readonly #key: string;
  #body: OpenBody | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    client: S3Client,
    key: string,
    bytes: number,
    first?: { readonly body: S3Body; readonly position: number },
  ) {
    this.#client = client;
    this.#key = key;
    this.bytes = bytes;
    if (first !== undefined) this.#follow(first.body, first.position);
  }

  read(into: Uint8Array, position: number): Promise<number> {
    const reading = this.#last.then(() => this.#read(into, position));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async close(): Promise<void> {
    this.#drop();
  }

  async #read(into: Uint8Array, position: number): Promise<number> {
    const wanted = Math.min(into.length, this.bytes - position);
    let filled = 0;
    for (let breaks = 0; filled < wanted;) {
      try {
        const piece = await this.#next(position + filled);
        if (piece === undefined) break;
        const got = piece.subarray(0, wanted - filled);
        into.set(got, filled);
        filled += got.length;
        this.#advance(got.length);
      } catch (error) {
        this.#drop();
        breaks += 1;
        if (breaks > maxBreaks || error instanceof S3Error)
          throw new StorageError('A blob cannot be read', { cause: error });
      }
    }
    return filled;
  }

  /** Bytes at the position; undefined if the object is gone. */
  async #next(position: number): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#body?.position !== position) {
        this.#drop();
        const body = await this.#client.get(this.#key, position === 0 ? undefined : { start: position });
        if (body === undefined) return undefined;
        this.#follow(body, position);
      }
      const open = this.#body;
      if (open === undefined) return undefined;
      if (open.rest.length > 0) return open.rest;
      const { value, done } = await open.chunks.next();
      if (done !== true) {
        open.chunk = open.rest = value;
        continue;
      }
      this.#drop();
      if (open.position === open.from) throw new RangeError('the storage sent no bytes');
    }
  }

  #advance(bytes: number): void {
    if (this.#body === undefined) return;
    this.#body.rest = this.#body.rest.subarray(bytes);
    this.#body.position += bytes;
    if (this.#body.rest.length === 0) letGo(this.#body.chunk);
  }

  #follow({ stream }: S3Body, position: number): void {
    // A connection that breaks between two reads would end the process.
    stream.on('error', () => undefined);
    const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#body = { chunks, stream, chunk: nothing, rest: nothing, from: position, position };
  }

  #drop(): void {
    this.#body?.stream.destroy();
    this.#body = undefined;
  }
}
