import { errorFromThrown, reasonOf } from '../error-from.ts';
import { DriveError } from '../error.ts';
import { findBuiltin, type NodeFile } from '../platform.ts';

/** Streams of unknown size from a browser, Node, or a generator. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

export interface Spooled {
  readonly blob: Blob;
  discard(): Promise<void>;
}

/** Bytes collected in memory before a write. */
const gatheredBytes = 4 * 1024 * 1024;

export const isByteStream = (source: unknown): source is ByteStream =>
  typeof source === 'object' && source !== null && (Symbol.asyncIterator in source || source instanceof ReadableStream);

/**
 * Buffers a stream, because the server needs the size in advance: in Node in a file that only this user can read, in a
 * browser in a Blob, elsewhere in memory.
 */
export async function spool(stream: ByteStream, signal: AbortSignal | undefined): Promise<Spooled> {
  const keeper = keep();
  try {
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    for await (const chunk of chunksOf(stream, signal)) {
      waiting.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes < gatheredBytes) continue;
      await keeper.add(await joined(waiting));
      waiting = [];
      waitingBytes = 0;
    }
    return { blob: await keeper.end(await joined(waiting)), discard: () => keeper.discard() };
  } catch (error) {
    await keeper.discard();
    throw error;
  }
}

const joined = async (chunks: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());

interface Keeper {
  add(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Writes the last bytes, if any. */
  end(last: Uint8Array<ArrayBuffer>): Promise<Blob>;
  discard(): Promise<void>;
}

function keep(): Keeper {
  const fs = findBuiltin('node:fs');
  const os = findBuiltin('node:os');
  return fs?.openAsBlob === undefined || os === undefined ? inBlobs() : inFile(fs, os.tmpdir());
}

function inBlobs(): Keeper {
  const parts: Blob[] = [];
  return {
    add: async (bytes) => void parts.push(new Blob([bytes])),
    end: async (last) => new Blob([...parts, last]),
    discard: async () => void (parts.length = 0),
  };
}

function inFile(fs: NonNullable<ReturnType<typeof findBuiltin<'node:fs'>>>, folder: string): Keeper {
  let directory: string | undefined;
  let file: NodeFile | undefined;
  const path = (): string => `${directory}/bytes`;
  async function add(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      directory ??= await fs.promises.mkdtemp(`${folder}/drive-upload-`);
      file ??= await fs.promises.open(path(), 'wx', 0o600);
      await file.writeFile(bytes);
    } catch (cause) {
      const message = `The stream could not be buffered in ${folder}: ${reasonOf(cause)}`;
      throw new DriveError('local_file_error', message, { cause });
    }
  }
  return {
    add,
    async end(last) {
      // Small enough for memory.
      if (directory === undefined) return new Blob([last]);
      await add(last);
      await file?.close();
      file = undefined;
      return await fs.openAsBlob(path());
    },
    async discard() {
      await file?.close();
      file = undefined;
      if (directory !== undefined) await fs.promises.rm(directory, { recursive: true, force: true });
    },
  };
}

/** Throws as soon as the signal is aborted, and cancels the stream. */
async function* chunksOf(stream: ByteStream, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = readerOf(stream);
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => (stop = () => reject(errorFromThrown(undefined, '', signal))));
  stopped.catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  let isOver = false;
  try {
    for (;;) {
      const next = await Promise.race([stopped, reader.next()]);
      isOver = next.done === true;
      if (isOver) return;
      yield bytesOf(next.value);
    }
  } catch (cause) {
    if (cause instanceof DriveError) throw cause;
    throw new DriveError(
      'source_unreadable',
      `The source of the upload could not be read completely: ${reasonOf(cause)}`,
      {
        cause,
      },
    );
  } finally {
    signal?.removeEventListener('abort', stop);
    // Not awaited, because it may hang too.
    if (!isOver) reader.end();
  }
}

interface Reader {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  end(): void;
}

/** Uses `getReader` if present, because not every browser can iterate a stream. */
function readerOf(stream: ByteStream): Reader {
  if (stream instanceof ReadableStream) {
    const reader = stream.getReader();
    return { next: () => reader.read(), end: () => void reader.cancel().catch(() => {}) };
  }
  const iterator = stream[Symbol.asyncIterator]();
  return { next: () => iterator.next(), end: () => void iterator.return?.().catch(() => {}) };
}

function bytesOf(chunk: unknown): Uint8Array {
  // Not `instanceof`, because the bytes may be from another realm.
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  throw new DriveError('invalid_argument', 'The stream must yield bytes: Uint8Array, Buffer or text.');
}
