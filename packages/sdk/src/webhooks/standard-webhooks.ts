/** Headers and keys of Standard Webhooks 1.0.0, https://www.standardwebhooks.com. */
import { fromBase64, importKey, signedBytes, toBase64 } from './hmac.ts';
import { WebhookError } from './webhook-error.ts';

export const standardHeader = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** The key is the secret decoded as base64, without the prefix `whsec_`. Returns `undefined` if the secret is not base64. */
export const decodeSecret = (secret: string): Uint8Array<ArrayBuffer> | undefined =>
  fromBase64(secret.replace(/^whsec_/, ''));

/** Returns no headers if the secret is not base64. */
export async function signStandard(
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: Uint8Array },
): Promise<Readonly<Record<string, string>>> {
  const key = decodeSecret(secret);
  if (key === undefined) return {};
  const signature = await crypto.subtle.sign('HMAC', await importKey(key), signedBytes(`${id}.${timestamp}.`, body));
  return {
    [standardHeader.id]: id,
    [standardHeader.timestamp]: String(timestamp),
    [standardHeader.signature]: `v1,${toBase64(signature)}`,
  };
}

/** Parses signatures as `v1,<base64>`, separated by spaces. Ignores those of other versions. */
export function parseStandardHeaders(valueOf: (name: string) => string): {
  readonly id: string;
  readonly timestamp: number;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
} {
  const id = valueOf(standardHeader.id);
  const timestamp = valueOf(standardHeader.timestamp);
  if (id === '') throw malformed('webhook-id is missing');
  if (!/^\d{1,15}$/.test(timestamp)) throw malformed('webhook-timestamp is no time in Unix seconds');
  const signatures = valueOf(standardHeader.signature)
    .split(' ')
    .filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
    .flatMap((part) => fromBase64(part.slice('v1,'.length)) ?? []);
  if (signatures.length === 0) throw malformed('webhook-signature has no signature (v1,<base64>)');
  return { id, timestamp: Number(timestamp), signatures };
}

const malformed = (what: string): WebhookError =>
  new WebhookError('header_malformed', `The header ${what}. Pass the headers of the request unchanged.`);
