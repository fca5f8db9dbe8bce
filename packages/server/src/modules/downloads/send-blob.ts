import type { ServerResponse } from 'node:http';
import type { BlobReader } from '../../platform/blobs/index.ts';
import { sendPieces, sendWhole } from '../../platform/http/index.ts';
import type { ByteRange } from './byte-range.ts';

/** A whole small file goes out with the headers. */
const smallBytes = 32 * 1024;

/**
 * Writes the bytes and ends the response. `begin` writes the headers; it is called once the first bytes are there, so that
 * a blob that can't be read is still answered with an error. True when the last byte was handed to the system; false when
 * the client went away before. Rejects when the blob can't be read; `read` of the blob fills its buffer or rejects.
 */
export async function sendBlob(
  response: ServerResponse,
  blob: BlobReader,
  range: ByteRange,
  begin: () => void,
): Promise<boolean> {
  const total = range.end - range.start + 1;
  if (total <= smallBytes) {
    const bytes = Buffer.allocUnsafe(total);
    await blob.read(bytes, range.start);
    begin();
    return sendWhole(response, bytes);
  }
  let position = range.start;
  const fill = async (buffer: Buffer): Promise<number> => {
    const piece = buffer.subarray(0, Math.min(buffer.length, range.end - position + 1));
    await blob.read(piece, position);
    position += piece.length;
    return piece.length;
  };
  return sendPieces(response, fill, begin);
}
