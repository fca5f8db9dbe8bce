/**
 * The seconds that a response asks to wait by its header `Retry-After`, which is a number or a date. `undefined` if it has none.
 *
 * @example
 * ```ts
 * import { retryAfterOf } from '@drive/sdk';
 *
 * const { status, headers } = await fetch('https://drive.example.com/api/me');
 * if (status === 429) console.log('Try again in', retryAfterOf(headers) ?? 60, 'seconds.');
 * ```
 */
export function retryAfterOf(headers: Pick<Headers, 'get'>): number | undefined {
  const text = headers.get('retry-after') || 'none';
  let seconds = Number(text);
  if (Number.isNaN(seconds)) {
    // The clock of the server, which made the date, may differ from that of this computer.
    const now = Date.parse(headers.get('date') ?? '') || Date.now();
    seconds = Math.max(0, Math.ceil((Date.parse(text) - now) / 1000));
  }
  return Number.isFinite(seconds) ? seconds : undefined;
}
