import { createReadStream, type ReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { resolve } from 'node:path';
import { DriveError } from '../error.ts';
import { parseJson, type ByteAnswer, type ByteSource, type SendOptions } from '../upload/byte-source.ts';

const readBytes = 1024 * 1024;
/** Up to here a file is read at once: a stream costs several times as much, and folders hold many small files. */
const wholeBytes = 256 * 1024;

/** A file on disk, read as it is sent: memory stays flat however large it is. */
export async function pathSource(path: string): Promise<ByteSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new DriveError('invalid_argument', `${path} can't be read. Is the path right?`, { cause });
  });
  if (!found.isFile()) throw new DriveError('invalid_argument', `${path} is not a file.`);
  const { size, mtimeMs } = found;

  const changed = (): DriveError =>
    new DriveError('source_changed', `${path} changed while it was being uploaded. Run the upload again.`);
  /** Fails, rather than send a mixture, when the file is not what it was. */
  const read = async (start: number, end: number): Promise<ReadStream> => {
    const now = await stat(path);
    if (now.size !== size || now.mtimeMs !== mtimeMs) throw changed();
    return createReadStream(path, { start, end: end - 1, highWaterMark: readBytes });
  };
  const readWhole = async (): Promise<Buffer> => {
    const bytes = await readFile(path);
    if (bytes.length !== size) throw changed();
    return bytes;
  };
  return {
    size,
    type: '',
    identity: `${resolve(path)} ${mtimeMs}`,
    put: async (url, options) =>
      await put(url, size <= wholeBytes ? await readWhole() : await read(0, size), size, options),
    // With its size, or tus-js-client sends it without a Content-Length.
    piece: async (start, end) => Object.assign(await read(start, end), { size: end - start }),
    pieceBytes: Number.POSITIVE_INFINITY,
  };
}

/** By Node's own client: fetch drops the Content-Length of a stream. */
function put(
  url: string,
  bytes: ReadStream | Buffer,
  size: number,
  { onSent, signal }: SendOptions,
): Promise<ByteAnswer> {
  const stream = Buffer.isBuffer(bytes) ? undefined : bytes;
  return new Promise((resolve, reject) => {
    const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(
      url,
      { method: 'PUT', headers: { 'content-length': size }, ...(signal === undefined ? {} : { signal }) },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => {
          stream?.destroy();
          // Refused before all was sent: nobody reads the rest, and the connection is of no more use.
          if (!outgoing.writableEnded) outgoing.destroy();
          const header = (name: string): string | undefined => {
            const value = response.headers[name];
            return Array.isArray(value) ? value[0] : value;
          };
          resolve({ status: response.statusCode ?? 0, header, body: parseJson(text) });
        });
      },
    );
    const fail = (error: Error): void => {
      stream?.destroy();
      outgoing.destroy();
      reject(error);
    };
    outgoing.once('error', fail);
    if (stream === undefined) {
      outgoing.end(bytes, () => onSent(size));
      return;
    }
    let sent = 0;
    stream.on('data', (chunk) => onSent((sent += chunk.length)));
    stream.once('error', fail);
    stream.pipe(outgoing);
  });
}
