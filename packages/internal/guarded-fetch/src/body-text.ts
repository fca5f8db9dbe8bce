import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Small, because a malicious body expands a thousandfold: what is decoded beyond the limit is wasted. */
const chunkSize = 16 * 1024;
/** A body that was cut short is decoded as far as it goes. */
const options = { chunkSize, finishFlush: constants.Z_SYNC_FLUSH };

const decoders: Readonly<Record<string, (body: Buffer) => NodeJS.ReadWriteStream & { destroy(): unknown }>> = {
  gzip: () => createGunzip(options),
  'x-gzip': () => createGunzip(options),
  br: () => createBrotliDecompress({ chunkSize, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  // Some servers leave out the header of zlib (RFC 1950), whose first byte ends with 8.
  deflate: (body) => ((body[0] ?? 0) % 16 === 8 ? createInflate(options) : createInflateRaw(options)),
};

/** A body, perhaps cut short, as text of at most `maxBytes`, decoded by its Content-Encoding; described if it cannot be decoded. */
export async function textOf(body: Buffer, contentEncoding: string, maxBytes: number): Promise<string> {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.length === 0) return body.toString('utf8');
  const start = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  const pieces: Buffer[] = [];
  let bytes = 0;
  if (start !== undefined) {
    const decoder = start(body);
    decoder.end(body);
    try {
      for await (const piece of decoder as AsyncIterable<Buffer>) {
        pieces.push(piece.subarray(0, maxBytes - bytes));
        bytes += piece.length;
        if (bytes >= maxBytes) break;
      }
    } catch {
      // What was decoded before the end or the fault counts.
    }
  }
  if (bytes > 0) return Buffer.concat(pieces).toString('utf8');
  const label = /^[\w!#$%&'*+.^`|~, -]{1,40}$/.test(coding) ? coding : 'encoded';
  return `${body.length} bytes, ${label}`;
}
