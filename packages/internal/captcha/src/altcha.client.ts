// Solves the server's proof of work: tries counters until the derived key has the required prefix.

interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
  };
  readonly signature: string;
}

type Derive = (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Derivations at once: a browser spreads native ones over several cores. */
const together = 16;
const breatheMs = 30;

export async function solve(challenge: Challenge): Promise<string> {
  const { nonce, keyPrefix } = challenge.parameters;
  const derive = deriverOf(challenge);
  const prefix = bytesOf(keyPrefix);
  let breathedAt = performance.now();
  for (let from = 0; ; from += together) {
    const keys: Promise<Uint8Array>[] = [];
    for (let counter = from; counter < from + together; counter += 1) keys.push(derive(withCounter(nonce, counter)));
    for (const [index, key] of (await Promise.all(keys)).entries()) {
      if (!prefix.every((byte, at) => key[at] === byte)) continue;
      const derivedKey = [...key].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return btoa(JSON.stringify({ challenge, solution: { counter: from + index, derivedKey } }));
    }
    if (performance.now() - breathedAt < breatheMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    breathedAt = performance.now();
  }
}

function deriverOf({ parameters: { algorithm, salt, cost, keyLength } }: Challenge): Derive {
  const saltBytes = bytesOf(salt);
  if (algorithm === 'SHA-256') return async (password) => hashRepeatedly(saltBytes, password, cost).slice(0, keyLength);
  if (algorithm !== 'PBKDF2/SHA-256')
    throw new Error('This server uses a proof of work that this page does not support.');
  const { subtle } = globalThis.crypto;
  // Missing on pages served by plain http, contrary to its type.
  if ((subtle as SubtleCrypto | undefined) === undefined)
    throw new Error('Open this page with https: the check against bots needs it.');
  return async (password) => {
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations: cost };
    return new Uint8Array(await subtle.deriveBits(how, key, keyLength * 8));
  };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function withCounter(nonce: string, counter: number): Uint8Array<ArrayBuffer> {
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  new DataView(password.buffer).setUint32(start.length, counter);
  return password;
}

function hashRepeatedly(salt: Uint8Array, password: Uint8Array, times: number): Uint8Array {
  let data = new Uint8Array(salt.length + password.length);
  data.set(salt);
  data.set(password, salt.length);
  for (let time = 0; time < times; time += 1) data = sha256(data);
  return data;
}

const primes = [...firstPrimes(64)];
const roots = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function* firstPrimes(count: number): Generator<number> {
  for (let number = 2, found = 0; found < count; number += 1) {
    let divisor = 2;
    while (number % divisor !== 0) divisor += 1;
    if (divisor !== number) continue;
    found += 1;
    yield number;
  }
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 of at most 55 bytes, which is one block. Pages served by plain http have no native one. */
function sha256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new DataView(new ArrayBuffer(64));
  new Uint8Array(block.buffer).set(data);
  block.setUint8(data.length, 0x80);
  block.setUint32(60, data.length * 8);
  for (let i = 0; i < 16; i += 1) words[i] = block.getInt32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [before15 = 0, before2 = 0] = [words[i - 15], words[i - 2]];
    const first = turn(before15, 7) ^ turn(before15, 18) ^ (before15 >>> 3);
    const second = turn(before2, 17) ^ turn(before2, 19) ^ (before2 >>> 10);
    words[i] = (words[i - 16] ?? 0) + first + (words[i - 7] ?? 0) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = initial;
  for (let i = 0; i < 64; i += 1) {
    const sumE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + sumE + ((e & f) ^ (~e & g)) + (roots[i] ?? 0) + (words[i] ?? 0)) | 0;
    const sumA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) digest.setInt32(i * 4, ((initial[i] ?? 0) + word) | 0);
  return new Uint8Array(digest.buffer);
}
