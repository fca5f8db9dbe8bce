import { createHmac, timingSafeEqual } from 'node:crypto';
import { secondMs } from '@drive/base';

const codeDigits = 6;
const stepSeconds = 30;

/** RFC 4648. */
export const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base32 without padding. Throws if a character is not in the alphabet. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = base32Alphabet.indexOf(character);
    if (value < 0) throw new Error('The text is not base32.');
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

/** HOTP (RFC 4226) with SHA-1. With a time step as counter it is TOTP (RFC 6238). */
export function codeOf(secret: Uint8Array, step: number, digits: number = codeDigits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** A last step so much later than now is of a time at which the clock was ahead, and would refuse all codes until then. */
const aheadSteps = 3;

/** One step either way, because clocks differ; undefined unless after `lastStep`. Takes the same time for wrong codes. */
export function findStep(secret: Uint8Array, code: string, now: number, lastStep: number): number | undefined {
  const given = Buffer.from(code);
  const after = lastStep > stepAt(now) + aheadSteps ? 0 : lastStep;
  let found: number | undefined;
  for (const step of [stepAt(now) - 1, stepAt(now), stepAt(now) + 1]) {
    const expected = Buffer.from(codeOf(secret, step));
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    if (fits && step > after) found = step;
  }
  return found;
}
