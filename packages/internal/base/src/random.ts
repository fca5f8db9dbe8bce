import { randomBytes, randomUUID } from 'node:crypto';

/** The only source of chance. Everything it gives is fit for secrets. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
  /** `length` characters of URL-safe base64, 6 bits each. */
  token(length: number): string;
  /** `length` characters of `alphabet`, evenly spread. */
  code(length: number, alphabet: string): string;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  token: (length) =>
    randomBytes(Math.ceil((length * 3) / 4))
      .toString('base64url')
      .slice(0, length),
  code: (length, alphabet) => {
    // Bytes above the largest multiple of the alphabet's length are discarded: `%` alone would favour its first letters.
    const usable = 256 - (256 % alphabet.length);
    let text = '';
    while (text.length < length) {
      for (const byte of randomBytes(length))
        if (byte < usable && text.length < length) text += alphabet[byte % alphabet.length];
    }
    return text;
  },
};
