import type { ServerResponse } from 'node:http';
import type { BlobReader } from '../../platform/blobs/index.ts';
import { sendPieces, sendWhole, type ByteRange } from '../../platform/http/index.ts';

/** Up to this size, the complete file is sent together with the headers. */
const smallBytes = 32 * 1024;

/** Calls `begin` after reading the first bytes, so that an unreadable blob gets an error. False if the client disconnects. */
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
