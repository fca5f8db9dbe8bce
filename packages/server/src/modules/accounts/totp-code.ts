import { createHmac, timingSafeEqual } from 'node:crypto';
import { secondMs } from '../../platform/clock.ts';

const codeDigits = 6;
const stepSeconds = 30;

/** RFC 4648 */
export const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Of whole bytes, without padding. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = base32Alphabet.indexOf(character);
    if (value < 0) throw new Error('not base32');
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

export const stepAt = (now: number): number => Math.floor(now / (stepSeconds * secondMs));

/** RFC 4226, with SHA-1; of a time step it is RFC 6238. */
export function codeOf(secret: Uint8Array, step: number, digits: number = codeDigits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step that a typed code is of: now's, or the one before or after, because neither clock is exact. Steps up to
 * `lastStep` are used up. Takes as long whether or not one fits.
 */
export function findStep(secret: Uint8Array, typed: string, now: number, lastStep: number): number | undefined {
  const given = Buffer.from(typed);
  let found: number | undefined;
  for (const step of [stepAt(now) - 1, stepAt(now), stepAt(now) + 1]) {
    const expected = Buffer.from(codeOf(secret, step));
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    if (fits && step > lastStep) found = step;
  }
  return found;
}
