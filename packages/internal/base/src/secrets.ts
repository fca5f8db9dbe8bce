import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Random bytes for many initialization vectors, each used once: getting them one by one takes longer than encrypting. */
const ivs = Buffer.alloc(IV_BYTES * 256);
let nextIvAt = ivs.length;

function nextIv(): Uint8Array {
  if (nextIvAt === ivs.length) {
    randomFillSync(ivs);
    nextIvAt = 0;
  }
  nextIvAt += IV_BYTES;
  return ivs.subarray(nextIvAt - IV_BYTES, nextIvAt);
}

/**
 * Keys derived from the master secret (HKDF-SHA-256), each by its purpose. Each purpose has a separate key, so that a leaked
 * one reveals nothing of another.
 */
export interface Secrets<Purpose extends string = string> {
  /** HMAC-SHA-256 of the text, base64url. */
  sign(purpose: Purpose, text: string): string;
  /** Compares in constant time. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
  /** AES-256-GCM, base64url. Decrypting requires the same `owner`, so that no value can be moved to another object. */
  encrypt(purpose: Purpose, owner: string, text: string): string;
  /** Throws if it was changed, belongs to another owner, or was encrypted with another master secret. */
  decrypt(purpose: Purpose, owner: string, encrypted: string): string;
}

/** `program` separates the keys of programs that have the same master secret. Another name makes other keys. */
export function createSecrets<Purpose extends string>(master: Uint8Array, program: string): Secrets<Purpose> {
  const keys = new Map<Purpose, KeyObject>();
  const keyFor = (purpose: Purpose): KeyObject => {
    let key = keys.get(purpose);
    if (key === undefined) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', master, new Uint8Array(), `${program}/${purpose}`, 32)));
      keys.set(purpose, key);
    }
    return key;
  };
  const sign = (purpose: Purpose, text: string): string =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');
  return {
    sign,
    verify: (purpose, text, signature) => {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    encrypt: (purpose, owner, text) => {
      const iv = nextIv();
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(owner));
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    decrypt: (purpose, owner, encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('too short for an encrypted text');
      const cipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
    },
  };
}
