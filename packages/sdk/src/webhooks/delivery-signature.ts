import { findHeader, type WebhookHeaders } from './headers.ts';
import { encode, importKey } from './hmac.ts';
import { parseSignatureHeader, signatureHeader } from './signature-header.ts';
import { decodeSecret, parseStandardHeaders, standardHeader } from './standard-webhooks.ts';

/** The signatures of a delivery, whatever headers they came in. */
export interface DeliverySignature {
  /** Unix seconds. */
  readonly timestamp: number;
  /** 32 bytes each. One of them must match. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  /** The text that is signed before the body. */
  readonly prefix: string;
  /** Resolves to `undefined` if the secret cannot be a key of the scheme. */
  importSecret(secret: string): Promise<CryptoKey | undefined>;
}

/**
 * Reads `X-Service-Signature`, or the headers of Standard Webhooks if only they arrived. Throws a `WebhookError` if the
 * headers are malformed; returns `undefined` if there are none.
 */
export function readSignature(headers: WebhookHeaders): DeliverySignature | undefined {
  const own = findHeader(headers, signatureHeader) ?? '';
  if (own !== '') {
    const { timestamp, signatures } = parseSignatureHeader(own);
    return { timestamp, signatures, prefix: `${timestamp}.`, importSecret: (secret) => importKey(encode(secret)) };
  }
  const valueOf = (name: string): string => findHeader(headers, name) ?? '';
  if (valueOf(standardHeader.signature) === '') return undefined;
  const { id, timestamp, signatures } = parseStandardHeaders(valueOf);
  return {
    timestamp,
    signatures,
    prefix: `${id}.${timestamp}.`,
    importSecret: async (secret) => {
      const key = decodeSecret(secret);
      return key && (await importKey(key));
    },
  };
}
