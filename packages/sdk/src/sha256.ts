import { findBuiltin } from './platform.ts';

/** Incremental SHA-256. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** Lower-case hex. Call once. */
  digest(): string;
}

/** Uses Node's hash if available. WebCrypto has no incremental hash. */
export function createSha256(): Hasher {
  const hash = findBuiltin('node:crypto')?.createHash('sha256');
  return hash === undefined
    ? new Sha256()
    : { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
}

const blockBytes = 64;

/** The first 32 bits of the fractional part of a number. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
};

/** FIPS 180-4, 4.2.2 and 5.3.3: from the cube roots and the square roots of the first primes. */
const roundConstants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const initialState = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

class Sha256 implements Hasher {
  readonly #state = initialState.slice();
  readonly #words = new Int32Array(64);
  readonly #rest = new Uint8Array(blockBytes);
  #restBytes = 0;
  #bytes = 0;

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let position = 0;
    if (this.#restBytes > 0) {
      position = Math.min(bytes.length, blockBytes - this.#restBytes);
      this.#rest.set(bytes.subarray(0, position), this.#restBytes);
      this.#restBytes += position;
      if (this.#restBytes < blockBytes) return;
      this.#mix(this.#rest, 0);
    }
    for (; position + blockBytes <= bytes.length; position += blockBytes) this.#mix(bytes, position);
    this.#rest.set(bytes.subarray(position));
    this.#restBytes = bytes.length - position;
  }

  digest(): string {
    const bits = this.#bytes * 8;
    const padding = new Uint8Array((this.#restBytes < 56 ? 56 : 120) - this.#restBytes + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mix(bytes: Uint8Array, start: number): void {
    const w = this.#words;
    for (let t = 0, at = start; t < 16; t += 1, at += 4)
      w[t] = (byte(bytes, at) << 24) | (byte(bytes, at + 1) << 16) | (byte(bytes, at + 2) << 8) | byte(bytes, at + 3);
    for (let t = 16; t < 64; t += 1) {
      const late = word(w, t - 2);
      const early = word(w, t - 15);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      w[t] = (s1 + word(w, t - 7) + s0 + word(w, t - 16)) | 0;
    }
    const state = this.#state;
    let a = word(state, 0);
    let b = word(state, 1);
    let c = word(state, 2);
    let d = word(state, 3);
    let e = word(state, 4);
    let f = word(state, 5);
    let g = word(state, 6);
    let h = word(state, 7);
    for (let t = 0; t < 64; t += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + word(roundConstants, t) + word(w, t)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] = word(state, 0) + a;
    state[1] = word(state, 1) + b;
    state[2] = word(state, 2) + c;
    state[3] = word(state, 3) + d;
    state[4] = word(state, 4) + e;
    state[5] = word(state, 5) + f;
    state[6] = word(state, 6) + g;
    state[7] = word(state, 7) + h;
  }
}

const byte = (bytes: Uint8Array, index: number): number => bytes[index] as number;
const word = (words: Int32Array, index: number): number => words[index] as number;
