import { fromHex } from './hmac.ts';
import { WebhookError } from './webhook-error.ts';

export const signatureHeader = 'x-service-signature';
export const deliveryHeader = 'x-service-delivery';

interface SignatureHeader {
  /** Unix seconds. */
  readonly timestamp: number;
  /** 32 bytes each. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
}

/** Parses `t=<unix>,v1=<hex>`. Ignores other schemes and allows several signatures. */
export function parseSignatureHeader(value: string): SignatureHeader {
  const parts = value.split(',').map((part) => part.split('='));
  const [timestamp] = parts
    .filter(([name]) => name === 't')
    .map(([, text]) => text)
    .slice(-1);
  const signatures = parts.filter(([name]) => name === 'v1').map(([, text = '']) => text);
  const usable = signatures.filter((text) => /^[0-9a-f]{64}$/.test(text));
  if (timestamp === undefined || !/^\d{1,15}$/.test(timestamp)) throw malformed('has no time (t=…)');
  if (usable.length > 0) return { timestamp: Number(timestamp), signatures: usable.map(fromHex) };
  throw malformed(signatures.length === 0 ? 'has no signature (v1=…)' : 'has a signature that is not 64 hex digits');
}

const malformed = (what: string): WebhookError =>
  new WebhookError(
    'header_malformed',
    `The header X-Service-Signature ${what}. Its format is t=<unix seconds>,v1=<64 hex digits>; pass it unchanged.`,
  );
