import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '@drive/contract';

interface SigningOptions {
  /** Default: the origin of the passkey. */
  readonly origin?: string;
  /** Whether the authenticator verifies its user. Default: true. */
  readonly verifiesUser?: boolean;
  /** Default: one more than before. */
  readonly counter?: number;
}

/** An authenticator with one passkey, in software. */
export interface TestPasskey {
  readonly id: string;
  create(options: PasskeyOptions, signing?: SigningOptions): PasskeyAttestation;
  get(options: PasskeyOptions, signing?: SigningOptions): PasskeyAssertion;
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url');

/** Heads of CBOR (RFC 8949) for the few values below: a major type, and a length or a small number. */
function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  return value < 256
    ? Buffer.from([(type << 5) | 24, value])
    : Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
}
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const word = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...pairs: readonly Buffer[]): Buffer => Buffer.concat([head(5, pairs.length / 2), ...pairs]);

export function createTestPasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, { options }: PasskeyOptions, from: string): string =>
    JSON.stringify({ type, challenge: options.challenge, origin: from, crossOrigin: false });
  const authenticatorData = (flags: number, count: number, attested: readonly Uint8Array[] = []): Buffer => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counted, ...attested]);
  };

  return {
    id,
    create: (options, { origin: from = origin, verifiesUser = true } = {}) => {
      userHandle = (options.options as unknown as { user: { id: string } }).user.id;
      const coordinate = (text: string): Buffer => bytes(Buffer.from(text, 'base64url'));
      // A key for ES256 on P-256 (RFC 9053, 7.1.1).
      const parameters = [integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)];
      const key = map(...parameters, integer(-2), coordinate(x), integer(-3), coordinate(y));
      const attested = [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key];
      const authData = authenticatorData(verifiesUser ? 0x45 : 0x41, counter, attested);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, from)),
          attestationObject: base64url(
            map(word('fmt'), word('none'), word('attStmt'), map(), word('authData'), bytes(authData)),
          ),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    get: (options, { origin: from = origin, verifiesUser = true, counter: count = counter + 1 } = {}) => {
      counter = count;
      const data = clientData('webauthn.get', options, from);
      const authData = authenticatorData(verifiesUser ? 0x05 : 0x01, count);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}
