import type { ServerResponse } from 'node:http';
import type { BlobReader } from '../../platform/blobs/index.ts';
import { sendPieces, sendWhole } from '../../platform/http/index.ts';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** undefined: all bytes, also for a header that is malformed or names several ranges (RFC 9110, 14.2). */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, from, to, last] = match;
  if (last !== undefined) {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(from);
  const end = to === '' || to === undefined ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && to !== undefined && Number(to) < start) return undefined;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

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
