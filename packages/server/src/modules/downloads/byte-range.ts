/** A stretch of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes that a Range header asks for (RFC 9110, 14.2): undefined means all of them, because it is absent, of another unit, for
 * several ranges or malformed; `unsatisfiable` that the file has no such bytes.
 */
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
