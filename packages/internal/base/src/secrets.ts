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
 * one reveals nothing of another. While a master secret is being replaced, what the previous one signed and encrypted counts, too.
 */
export interface Secrets<Purpose extends string = string> {
  /** HMAC-SHA-256 of the text, base64url. */
  sign(purpose: Purpose, text: string): string;
  /** `sign`, and then the signature with the previous master secret if there is one: a stored hash may be either. */
  signatures(purpose: Purpose, text: string): readonly [current: string, previous?: string];
  /** Compares in constant time. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
  /** AES-256-GCM, base64url. Decrypting requires the same `owner`, so that no value can be moved to another object. */
  encrypt(purpose: Purpose, owner: string, text: string): string;
  /** Throws if it was changed, belongs to another owner, or was encrypted with a master secret that is neither of the two. */
  decrypt(purpose: Purpose, owner: string, encrypted: string): string;
  /** Whether it can be decrypted without the previous master secret. */
  isCurrent(purpose: Purpose, owner: string, encrypted: string): boolean;
}

/** What is stored under the keyed hash of a text, whichever master secret made the hash. */
export async function findSigned<Purpose extends string, T>(
  secrets: Secrets<Purpose>,
  [purpose, text]: readonly [purpose: Purpose, text: string],
  find: (hash: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const [current, previous] = secrets.signatures(purpose, text);
  const found = await find(current);
  if (found !== undefined || previous === undefined) return found;
  // Another request may replace the hash between the two.
  return (await find(previous)) ?? find(current);
}

/** `program` separates the keys of programs that have the same master secret. Another name makes other keys. */
export function createSecrets<Purpose extends string>(
  master: Uint8Array,
  program: string,
  previousMaster?: Uint8Array,
): Secrets<Purpose> {
  const current = new Keys<Purpose>(master, program);
  const previous = previousMaster && new Keys<Purpose>(previousMaster, program);
  return {
    sign: (purpose, text) => current.sign(purpose, text),
    signatures: (purpose, text) =>
      previous === undefined
        ? [current.sign(purpose, text)]
        : [current.sign(purpose, text), previous.sign(purpose, text)],
    verify: (purpose, text, signature) =>
      current.verify(purpose, text, signature) || previous?.verify(purpose, text, signature) === true,
    encrypt: (purpose, owner, text) => current.encrypt(purpose, owner, text),
    decrypt: (purpose, owner, encrypted) => {
      try {
        return current.decrypt(purpose, owner, encrypted);
      } catch (error) {
        if (previous === undefined) throw error;
        return previous.decrypt(purpose, owner, encrypted);
      }
    },
    isCurrent: (purpose, owner, encrypted) => {
      try {
        current.decrypt(purpose, owner, encrypted);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The keys of one master secret. */
class Keys<Purpose extends string> {
  readonly #master: Uint8Array;
  readonly #program: string;
  readonly #keys = new Map<Purpose, KeyObject>();

  constructor(master: Uint8Array, program: string) {
    this.#master = master;
    this.#program = program;
  }

  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.#keyFor(purpose)).update(text).digest('base64url');
  }

  verify(purpose: Purpose, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  encrypt(purpose: Purpose, owner: string, text: string): string {
    const iv = nextIv();
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(purpose), iv).setAAD(Buffer.from(owner));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  decrypt(purpose: Purpose, owner: string, encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('too short for an encrypted text');
    const cipher = createDecipheriv('aes-256-gcm', this.#keyFor(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
  }

  #keyFor(purpose: Purpose): KeyObject {
    let key = this.#keys.get(purpose);
    if (key === undefined) {
      const bytes = hkdfSync('sha256', this.#master, new Uint8Array(), `${this.#program}/${purpose}`, 32);
      key = createSecretKey(Buffer.from(bytes));
      this.#keys.set(purpose, key);
    }
    return key;
  }
}
