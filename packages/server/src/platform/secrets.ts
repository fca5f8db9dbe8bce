import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';

/** What a key is for. Each purpose has a key of its own, so that one leaking tells nothing of another. */
export type Purpose =
  | 'api-key'
  | 'session'
  | 'xsrf'
  | 'one-time-link'
  | 'device'
  | 'download-url'
  | 'archive'
  | 'idempotency'
  | 'ip-address'
  | 'captcha'
  | 'share-unlock'
  | 'share-recipient';

/** Keys derived from the master secret (HKDF-SHA-256), each by its purpose. */
export interface Secrets {
  /** HMAC-SHA-256 of the text, base64url. */
  sign(purpose: Purpose, text: string): string;
  /** Compares in constant time. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
}

export function createSecrets(master: Uint8Array): Secrets {
  const keys = new Map<Purpose, KeyObject>();
  const keyFor = (purpose: Purpose): KeyObject => {
    let key = keys.get(purpose);
    if (key === undefined) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', master, new Uint8Array(), `drive/${purpose}`, 32)));
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
  };
}
