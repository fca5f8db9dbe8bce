import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { resolve } from 'node:path';
import { DriveError } from '../error.ts';
import { parseJson, type ByteAnswer, type ByteSource, type SendOptions } from '../upload/byte-source.ts';

const readBytes = 1024 * 1024;

/** A file on disk, read as it is sent: memory stays flat however large it is. */
export async function pathSource(path: string): Promise<ByteSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new DriveError('invalid_argument', `${path} can't be read. Is the path right?`, { cause });
  });
  if (!found.isFile()) throw new DriveError('invalid_argument', `${path} is not a file.`);
  const { size, mtimeMs } = found;

  /** Fails, rather than send a mixture, when the file is not what it was. */
  const read = async (start: number, end: number): Promise<ReadStream> => {
    const now = await stat(path);
    if (now.size !== size || now.mtimeMs !== mtimeMs)
      throw new DriveError('source_changed', `${path} changed while it was being uploaded. Run the upload again.`);
    return createReadStream(path, { start, end: end - 1, highWaterMark: readBytes });
  };
  return {
    size,
    type: '',
    identity: `${resolve(path)} ${mtimeMs}`,
    put: async (url, options) => await putStream(url, await read(0, size), size, options),
    // With its size, or tus-js-client sends it without a Content-Length.
    piece: async (start, end) => Object.assign(await read(start, end), { size: end - start }),
    pieceBytes: Number.POSITIVE_INFINITY,
  };
}

/** By Node's own client: fetch drops the Content-Length of a stream. */
function putStream(url: string, bytes: ReadStream, size: number, { onSent, signal }: SendOptions): Promise<ByteAnswer> {
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
          bytes.destroy();
          const header = (name: string): string | undefined => {
            const value = response.headers[name];
            return Array.isArray(value) ? value[0] : value;
          };
          resolve({ status: response.statusCode ?? 0, header, body: parseJson(text) });
        });
      },
    );
    const fail = (error: Error): void => {
      bytes.destroy();
      outgoing.destroy();
      reject(error);
    };
    let sent = 0;
    bytes.on('data', (chunk) => onSent((sent += chunk.length)));
    bytes.once('error', fail);
    outgoing.once('error', fail);
    bytes.pipe(outgoing);
  });
}
