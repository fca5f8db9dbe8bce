const utf8 = new TextEncoder();

/** The key is the UTF-8 text of the secret, not decoded hex. */
export const importSecret = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** The signed bytes: `<t>.` followed by the raw body. */
export function signedBytes(timestamp: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = utf8.encode(`${timestamp}.`);
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return bytes;
}

export const encode = (text: string): Uint8Array<ArrayBuffer> => utf8.encode(text);

export const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
